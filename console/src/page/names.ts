import { capitalize } from '@funil/contract/characters';
import { MINUTE_MS } from '@funil/contract/durations';
import type { DraftFile, EditorForm } from '@funil/contract/page/page-editor';

/** An operator who changed a draft within this time counts as editing it now. */
const EDITING_NOW_MS = 5 * MINUTE_MS;

/** Returns `Ana` for `ana@escola.test`. */
export function shortName(email: string): string {
  const [name = email] = email.split(/[@.+_-]/);
  return capitalize(name);
}

interface EditedForm {
  readonly file: DraftFile;
  readonly form: Pick<EditorForm, 'schema'>;
  readonly operatorEmail: string;
  /** In ms since 1970. */
  readonly now: number;
}

/** Returns `Ana está editando · agora` if another operator changed a field of the form recently. */
export function describeOtherEditor({ file, form, operatorEmail, now }: EditedForm): string | null {
  const { changed, changed_by, changed_at } = file;
  if (changed_by === null || changed_at === null || changed_by === operatorEmail) return null;
  // Several forms edit site.yaml, which states only the author of its newest change.
  const newestField = String(changed.at(-1)?.[0]);
  if (!(newestField in (form.schema.properties ?? {}))) return null;
  const age = now - Date.parse(changed_at);
  if (age > EDITING_NOW_MS) return null;
  const minutes = Math.floor(age / MINUTE_MS);
  return `${shortName(changed_by)} está editando · ${minutes < 1 ? 'agora' : `há ${minutes} min`}`;
}

/** Groups the forms as the list of sections shows them. @param sections in the page's order */
export function groupForms(forms: readonly EditorForm[], sections: readonly string[]) {
  const optionalForms = forms.filter(({ isOptional }) => isOptional);
  const fixedForms = forms.filter(({ isOptional }) => !isOptional);
  const pickFixed = (...keys: readonly string[]) =>
    keys.flatMap((key) => fixedForms.find((form) => form.key === key) ?? []);
  const namedKeys = ['header', 'hero', 'footer', 'site', 'notFound'];
  return {
    aboveSections: pickFixed('header', 'hero'),
    onPage: sections.flatMap((name) => optionalForms.find(({ section }) => section === name) ?? []),
    offPage: optionalForms.filter(({ section }) => section === null || !sections.includes(section)),
    belowSections: pickFixed('footer'),
    dialogs: fixedForms.filter(({ key }) => !namedKeys.includes(key)),
    brand: fixedForms.filter(({ key }) => key === 'site'),
    errors: pickFixed('notFound'),
  };
}
