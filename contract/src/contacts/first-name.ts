/** An imported lead without a name has this one, because a lead's row needs a name. */
export const UNNAMED_LEAD = 'Sem nome';

/** Returns '' for the texts that tools write instead of an unknown name: this placeholder, a number, an address. */
export const knownName = (name: string): string =>
  name === UNNAMED_LEAD || name.includes('@') || !/\p{L}/u.test(name) ? '' : name;

/** A word of letters, so that nobody is greeted by an address or a number. */
const FIRST_NAME = /^\p{L}[\p{L}\p{M}'’-]{1,19}$/u;
/** Emoji, and signs that surround names in WhatsApp. */
const SIGNS = /[\p{So}\p{Sk}~*"“”()!|•]+/gu;
const FORM_OF_ADDRESS = /^(?:dra?|sra?|srta|profa?|eng|enf|mrs?|ms)\.?$/i;

/** Returns `Maria` for `MARIA DAS DORES`; null if the text begins with no name. */
export function readFirstName(fullName: string): string | null {
  const plain = knownName(fullName)
    .replace(SIGNS, ' ')
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  const words = plain.trim().split(/\s+/);
  const word = words.find((each) => !FORM_OF_ADDRESS.test(each)) ?? '';
  if (!FIRST_NAME.test(word)) return null;
  const isOneCase = word === word.toUpperCase() || word === word.toLowerCase();
  if (!isOneCase) return word;
  return word
    .toLocaleLowerCase('pt-BR')
    .replace(/(?:^|[-'’])\p{L}/gu, (start) => start.toLocaleUpperCase('pt-BR'));
}
