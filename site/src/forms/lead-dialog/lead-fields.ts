import {
  fitLeadFields,
  LEAD_FIELDS,
  LEAD_RULES,
  type LeadField,
  type LeadFields,
} from '@funil/contract/lead-rules';
import { formatPhone } from '@funil/contract/phone';

export type LeadErrors = Partial<LeadFields>;

/** The messages of the fields that do not hold to their rule, in the form's order. */
export function findErrors(typed: LeadFields): LeadErrors {
  const fields = fitLeadFields(typed);
  const wrong = LEAD_FIELDS.filter((field) => !LEAD_RULES[field].isValid(fields[field]));
  return Object.fromEntries(wrong.map((field) => [field, LEAD_RULES[field].message]));
}

export const isLeadField = (name: string): name is LeadField =>
  LEAD_FIELDS.some((field) => field === name);

/** What stands in the form; the phone formatted, also where the mask has not arrived yet. */
export function readFields(form: HTMLFormElement): LeadFields {
  const data = new FormData(form);
  const read = (name: LeadField) => String(data.get(name) ?? '');
  return { nome: read('nome'), telefone: formatPhone(read('telefone')) };
}

/** Fills the form's empty fields. */
export function fillFields(form: HTMLFormElement | null, fields: LeadFields): void {
  for (const name of LEAD_FIELDS) {
    const input = form?.elements.namedItem(name);
    if (input instanceof HTMLInputElement && input.value === '') input.value = fields[name];
  }
}

/** By value: after a form's own reset React would take the same words, filled in at once, for no change. */
export function clearFields(form: HTMLFormElement | null): void {
  for (const input of form?.querySelectorAll('input') ?? []) input.value = '';
}
