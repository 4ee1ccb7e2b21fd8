import { readFileSync } from 'node:fs';

const tokens = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/**
 * A colour of tokens.css by its name there, without `--color-`; as `#` and hexadecimal digits.
 * @throws Error when there is none of that name
 */
export function colour(name: string): string {
  const value = new RegExp(`--color-${name}: (#[0-9a-f]+);`).exec(tokens)?.[1];
  if (!value) throw new Error(`brand/tokens.css has no colour "${name}"`);
  return value;
}
