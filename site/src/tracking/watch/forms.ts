import type { FormName } from '@funil/contract/tracked-events';
import { hearForms } from '../../capture/form-events.ts';
import { createFormCourses } from '../form-courses.ts';
import { track } from '../track.ts';

const FORM_BY_DIALOG: Record<string, FormName> = {
  'lead-dialog': 'lead',
  'application-modal': 'aplicacao',
};

function findForm(target: EventTarget | null): { form: FormName; field: string } | undefined {
  if (!(target instanceof Element)) return undefined;
  const form = FORM_BY_DIALOG[target.closest('dialog[open]')?.id ?? ''];
  return form && { form, field: target.getAttribute('name') ?? '' };
}

/** The field of the short form that was typed in last, where it was before this script was there. */
function findTyped(): string | undefined {
  const fields = document.querySelectorAll<HTMLInputElement>('#lead-dialog[open] [required]');
  return [...fields].findLast(({ value }) => value !== '')?.name;
}

/** Tells of forms begun, finished and given up, as they announce themselves and as they are touched. */
export function watchForms(): void {
  const courses = createFormCourses(track);
  hearForms(courses.hear);

  const note = (target: EventTarget | null) => {
    const found = findForm(target);
    if (found?.field) courses.touch(found.form, found.field);
    return found;
  };
  document.addEventListener('focusin', ({ target }) => void note(target));
  document.addEventListener('input', ({ target }) => {
    const found = note(target);
    // The short form is typed in before React has arrived; the long one announces itself.
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
