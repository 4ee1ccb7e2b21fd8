import {
  fitLeadFields,
  LEAD_FIELDS,
  LEAD_RULES,
  type LeadField,
  type LeadFields,
} from '@funil/contract/contacts/lead-rules';
import { formatPhone } from '@funil/contract/contacts/phone';

export type LeadErrors = Partial<LeadFields>;

/** Returns the messages of invalid fields, in the form's order. @param isEmailRequired only of a form that asks for it */
export function findErrors(typed: LeadFields, isEmailRequired = false): LeadErrors {
  const fields = fitLeadFields(typed);
  const invalid = LEAD_FIELDS.filter((field) => {
    const text = fields[field] ?? '';
    const isMissing = field === 'email' && isEmailRequired && text === '';
    return isMissing || !LEAD_RULES[field].isValid(text);
  });
  return Object.fromEntries(invalid.map((field) => [field, LEAD_RULES[field].message]));
}

export const isLeadField = (name: string): name is LeadField =>
  LEAD_FIELDS.some((field) => field === name);

/** Returns the fields, with the phone formatted in case the mask has not loaded. */
export function readFields(form: HTMLFormElement): LeadFields {
  const data = new FormData(form);
  const read = (name: LeadField) => String(data.get(name) ?? '');
  const email = read('email');
  return {
    nome: read('nome'),
    telefone: formatPhone(read('telefone')),
    ...(email && { email }),
  };
}

/** Fills the form's empty fields. */
export function fillFields(form: HTMLFormElement | null, fields: LeadFields): void {
  for (const name of LEAD_FIELDS) {
    const input = form?.elements.namedItem(name);
    if (input instanceof HTMLInputElement && input.value === '') input.value = fields[name] ?? '';
  }
}

/** Sets each value, since after `form.reset()` React would ignore the same text typed again. */
export function clearFields(form: HTMLFormElement | null): void {
  for (const input of form?.querySelectorAll('input') ?? []) input.value = '';
}
