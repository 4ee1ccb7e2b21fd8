import { isPathWithin, valueAtPath } from '@funil/contract/field-values';
import { isExampleAddress } from '@funil/contract/sales/checkout-problem';
import type { SiteInfo } from '@funil/contract/site/site-info';
import type { DraftField } from './draft.ts';

const findDrafted = (fields: readonly DraftField[], file: string, path: string[]) =>
  fields.find((field) => field.file === file && isPathWithin(path, field.path));

export const isDrafted = (fields: readonly DraftField[], file: string, path: string[]): boolean =>
  findDrafted(fields, file, path) !== undefined;

export function readDrafted(fields: readonly DraftField[], file: string, path: string[]): unknown {
  const field = findDrafted(fields, file, path);
  return field && valueAtPath(field.value, path.slice(field.path.length));
}

export const isInternetAddress = (address: unknown): address is string =>
  typeof address === 'string' && URL.canParse(address) && !isExampleAddress(address);

/** Returns the address in the draft, else the published one; null without an address on the internet. */
export function findPageAddress(
  fields: readonly DraftField[],
  site: SiteInfo | null,
): string | null {
  const address = readDrafted(fields, 'site', ['url']) ?? site?.url;
  return isInternetAddress(address) ? address : null;
}
