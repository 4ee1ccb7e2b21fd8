import { createFormCourses, type Form, type FormEvent } from '../form-courses.ts';
import { track } from '../track.ts';

const FORM_BY_DIALOG: Record<string, Form> = {
  'lead-dialog': 'lead',
  'application-modal': 'application',
};

function findForm(target: EventTarget | null): { form: Form; field: string } | undefined {
  if (!(target instanceof Element)) return undefined;
  const form = FORM_BY_DIALOG[target.closest('dialog[open]')?.id ?? ''];
  return form && { form, field: target.getAttribute('name') ?? '' };
}

/** The field of the short form that was typed in last, where it was before this script was there. */
function findTyped(): string | undefined {
  const fields = document.querySelectorAll<HTMLInputElement>('#lead-dialog[open] [required]');
  return [...fields].findLast(({ value }) => value !== '')?.name;
}

const courses = createFormCourses(track);

/** What happens in a form, told by the form itself. */
export const tellForm = (event: FormEvent): void => courses.hear(event);

/** Tells of forms begun and given up, as they are touched. */
export function watchForms(): void {
  const note = (target: EventTarget | null) => {
    const found = findForm(target);
    if (found?.field) courses.touch(found.form, found.field);
    return found;
  };
  document.addEventListener('focusin', ({ target }) => void note(target));
  document.addEventListener('input', ({ target }) => {
    const found = note(target);
    // The short form is typed in before React has arrived; the long one tells of itself.
    if (found?.form === 'lead') courses.hear({ action: 'start', ...found });
  });
  const typed = findTyped();
  if (typed) courses.hear({ action: 'start', form: 'lead', field: typed });
  // A dialog's close event does not bubble; capturing sees it all the same.
  document.addEventListener(
    'close',
    ({ target }) => {
      const isLead = target instanceof Element && target.id === 'lead-dialog';
      if (isLead) courses.hear({ action: 'close', form: 'lead' });
    },
    true,
  );
  window.addEventListener('pagehide', courses.leave);
}
