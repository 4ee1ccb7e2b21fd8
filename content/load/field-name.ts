import type { Path } from './yaml-file.ts';

/** `cases[2].title`: list items count from 1, as people count. */
export const fieldName = (path: Path): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part + 1}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
