/** An empty handle: what the field starts with. */
export const EMPTY_HANDLE = '@';

/** Prefixes `@` to what is typed, whatever number of them was there. */
export function formatInstagram(text: string): string {
  return `@${text.trim().replace(/^@+/, '')}`;
}

/** Empty or a lone `@` is fine: the field is optional. */
export function isInstagram(text: string): boolean {
  return /^(@[\p{L}\p{N}._]*)?$/u.test(text);
}
