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

/** Returns `Ana está editando · agora` if another operator changed a field of the form recently. */
export function describeOtherEditor(
  { changed, changed_by, changed_at }: DraftFile,
  { schema }: Pick<EditorForm, 'schema'>,
  operatorEmail: string,
  now: number,
): string | null {
  if (changed_by === null || changed_at === null || changed_by === operatorEmail) return null;
  // Several forms edit site.yaml, and only the newest change has a known author.
  const newestField = String(changed.at(-1)?.[0]);
  if (!(newestField in (schema.properties ?? {}))) return null;
  const age = now - Date.parse(changed_at);
  if (age > EDITING_NOW_MS) return null;
  const minutes = Math.floor(age / MINUTE_MS);
  return `${shortName(changed_by)} está editando · ${minutes < 1 ? 'agora' : `há ${minutes} min`}`;
}

/** Groups the forms as the list of sections shows them. @param sections in the page's order */
export function groupForms(files: readonly EditorForm[], sections: readonly string[]) {
  const optionalFiles = files.filter(({ isOptional }) => isOptional);
  const fixedFiles = files.filter(({ isOptional }) => !isOptional);
  const pickFixed = (...keys: readonly string[]) =>
    keys.flatMap((key) => fixedFiles.find((file) => file.key === key) ?? []);
  const namedKeys = ['header', 'hero', 'footer', 'site', 'notFound'];
  return {
    aboveSections: pickFixed('header', 'hero'),
    onPage: sections.flatMap((name) => optionalFiles.find(({ section }) => section === name) ?? []),
    offPage: optionalFiles.filter(({ section }) => section === null || !sections.includes(section)),
    belowSections: pickFixed('footer'),
    dialogs: fixedFiles.filter(({ key }) => !namedKeys.includes(key)),
    brand: fixedFiles.filter(({ key }) => key === 'site'),
    errors: pickFixed('notFound'),
  };
}
