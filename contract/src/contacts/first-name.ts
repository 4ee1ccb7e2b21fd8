/** A word of letters, so that nobody is greeted by an address or a number. */
const FIRST_NAME = /^\p{L}[\p{L}\p{M}'’-]{1,19}$/u;

/** Returns `Maria` for `MARIA DAS DORES`; null if the text begins with no name. */
export function readFirstName(fullName: string): string | null {
  const plain = fullName.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  const [word = ''] = plain.trim().split(/\s+/, 1);
  if (!FIRST_NAME.test(word)) return null;
  const isOneCase = word === word.toUpperCase() || word === word.toLowerCase();
  if (!isOneCase) return word;
  return word.charAt(0).toLocaleUpperCase('pt-BR') + word.slice(1).toLocaleLowerCase('pt-BR');
}
