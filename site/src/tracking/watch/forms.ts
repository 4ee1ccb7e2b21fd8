import type { FormName } from '@funil/contract/tracked-events';
import { announceForm, hearForms } from '../../capture/form-events.ts';
import { track } from '../track.ts';

const FORM_BY_DIALOG: Record<string, FormName> = {
  'lead-dialog': 'lead',
  'application-modal': 'aplicacao',
};

/** Where a visitor is in a form: never what was typed. */
interface Place {
  step?: number;
  field?: string;
  lead_ref?: string;
}

function findForm(target: EventTarget | null): { form: FormName; field: string } | undefined {
  if (!(target instanceof Element)) return undefined;
  const form = FORM_BY_DIALOG[target.closest('dialog[open]')?.id ?? ''];
  return form && { form, field: target.getAttribute('name') ?? '' };
}

/** Tells of forms begun, finished and given up; begun ones count as given up when the page ends. */
export function watchForms(): void {
  const begun = new Map<FormName, Place>();

  hearForms(({ action, form, ref, ...moment }) => {
    const place: Place = { ...moment, ...(ref && { lead_ref: ref }) };
    const known = begun.get(form);
    switch (action) {
      case 'start':
        begun.set(form, { ...known, ...place });
        if (!known) track('form_start', { form, ...place });
        break;
      case 'step':
        if (known) begun.set(form, { ...known, ...place });
        break;
      case 'complete':
        begun.delete(form);
        track('form_complete', { form, ...place });
        break;
      case 'abandon':
        begun.delete(form);
        if (known) track('form_abandon', { form, ...known, ...place });
    }
  });

  const note = (target: EventTarget | null) => {
    const found = findForm(target);
    const place = found && begun.get(found.form);
    if (place && found.field) place.field = found.field;
    return found;
  };
  document.addEventListener('focusin', ({ target }) => void note(target));
  document.addEventListener('input', ({ target }) => {
    const found = note(target);
    // The short form is typed in before React has arrived; the long one announces itself.
    if (found?.form === 'lead') announceForm({ action: 'start', ...found });
  });
  // A dialog's close event does not bubble; capturing sees it all the same.
  document.addEventListener(
    'close',
    ({ target }) => {
      const isLead = target instanceof Element && target.id === 'lead-dialog';
      if (isLead) announceForm({ action: 'abandon', form: 'lead' });
    },
    true,
  );
  window.addEventListener('pagehide', () => {
    for (const form of begun.keys()) announceForm({ action: 'abandon', form });
  });
}
