import type { FormKey } from '../../behaviours/dialog-openers.ts';
import { createFormSessions } from '../form-sessions.ts';
import { track } from '../track.ts';

const FORM_BY_DIALOG: Record<string, FormKey> = {
  'lead-dialog': 'lead',
  'application-modal': 'application',
};

function findForm(target: EventTarget | null): { form: FormKey; field: string } | undefined {
  if (!(target instanceof Element)) return undefined;
  const form = FORM_BY_DIALOG[target.closest('dialog[open]')?.id ?? ''];
  return form && { form, field: target.getAttribute('name') ?? '' };
}

function findFilledField(): string | undefined {
  const fields = document.querySelectorAll<HTMLInputElement>('#lead-dialog[open] [required]');
  // WebViews of 2021 lack findLast.
  return [...fields].reverse().find(({ value }) => value)?.name;
}

const formSessions = createFormSessions(track);

export const reportFormEvent = formSessions.handle;

export function watchForms(): void {
  const touch = (target: EventTarget | null) => {
    const touched = findForm(target);
    if (touched?.field) formSessions.touch(touched.form, touched.field);
    return touched;
  };
  document.addEventListener('focusin', ({ target }) => void touch(target));
  document.addEventListener('input', ({ target }) => {
    const touched = touch(target);
    // The application reports its inputs itself; visitors may fill in the short form before React arrives.
    if (touched?.form === 'lead') reportFormEvent({ action: 'start', ...touched });
  });
  const field = findFilledField();
  if (field) reportFormEvent({ action: 'start', form: 'lead', field });
  document.addEventListener(
    'close',
    ({ target }) => {
      const isLead = target instanceof Element && target.id === 'lead-dialog';
      if (isLead) reportFormEvent({ action: 'close', form: 'lead' });
    },
    // The close event does not bubble.
    true,
  );
  window.addEventListener('pagehide', formSessions.leave);
}
