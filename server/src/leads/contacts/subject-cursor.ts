import type { Place } from './find-numbers.ts';

/** Places in lists as opaque text, and back; null: nobody got that from us. */
export const writePlace = ({ at, number }: Place): string =>
  Buffer.from(`${at}.${number}`).toString('base64url');

export function readPlace(text: string): Place | null {
  const [, at, number] =
    /^(-?\d{1,15})\.(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  return at === undefined || number === undefined
    ? null
    : { at: Number(at), number: Number(number) };
}
