import { escapeHtml } from '../markup/html.ts';

/** What a form's page shows. */
export interface FormState {
  /** Typed texts and hidden fields by name; of several choices, the keys with commas between them. */
  readonly values: Readonly<Record<string, string>>;
  /** Messages by field. */
  readonly errors: Readonly<Record<string, string>>;
  readonly notice: 'invalid' | 'failed' | null;
}

/** The places that site/src/pages/formulario leaves: a text, an attribute of a choice, or that of a notice. */
const PLACE =
  /\{\{(value|error|invalid):(\w+)\}\}| data-(selected|checked)="(\w+)=([^"]*)"| data-notice="(\w+)"/g;

const textOf = (texts: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(texts, name) ? (texts[name] ?? '') : '';

/** Returns a page with a visitor's texts, escaped. One pass: a text that looks like a place stays a text. */
export function fillTemplate(html: string, { values, errors, notice }: FormState): string {
  return html.replace(PLACE, (_place, part, name, attribute, key, option, noticeName) => {
    if (noticeName) return noticeName === notice ? '' : ' hidden';
    if (attribute) {
      const chosen = textOf(values, key).split(',').map(escapeHtml);
      return chosen.includes(option) ? ` ${attribute}` : '';
    }
    if (part === 'invalid') return String(Object.hasOwn(errors, name));
    return escapeHtml(textOf(part === 'error' ? errors : values, name));
  });
}
