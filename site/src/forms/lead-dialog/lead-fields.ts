import type { TypedAnswers } from '@funil/contract/contacts/form-questions';
import { formatPhone } from '@funil/contract/contacts/phone';
import type { Question } from '@funil/contract/contacts/question';

/** Returns the typed answers, with the phone formatted in case the mask has not loaded. */
export function readFields(form: HTMLFormElement, questions: readonly Question[]): TypedAnswers {
  const data = new FormData(form);
  return Object.fromEntries(
    questions.map(({ key }) => {
      const text = data.getAll(key).join(',');
      return [key, key === 'telefone' ? formatPhone(text) : text];
    }),
  );
}

/** Fills the form's empty fields. */
export function fillFields(form: HTMLFormElement | null, typed: TypedAnswers): void {
  for (const control of form?.elements ?? []) {
    const text = typed[nameOf(control)];
    if (text === undefined || !('value' in control)) continue;
    if (isBox(control)) control.checked = text.split(',').includes(control.value);
    else if (control.value === '') control.value = text;
  }
}

/** Sets each value, since after `form.reset()` React would ignore the same text typed again. */
export function clearFields(form: HTMLFormElement | null): void {
  for (const control of form?.elements ?? []) {
    if (isBox(control)) control.checked = false;
    else if ('value' in control) control.value = '';
  }
}

/** Returns the name of a form's control; empty for any other element. */
export const nameOf = (target: EventTarget | null): string =>
  target && 'name' in target ? String(target.name) : '';

const isBox = (control: Element): control is HTMLInputElement =>
  control instanceof HTMLInputElement && control.type === 'checkbox';
