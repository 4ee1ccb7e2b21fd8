import { readFileSync } from 'node:fs';

const tokens = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/**
 * Returns the value of a color in tokens.css, as `#` and hexadecimal digits.
 * @param name without the prefix `--color-`
 * @throws Error if tokens.css has no such color
 */
export function color(name: string): string {
  const value = new RegExp(`--color-${name}: (#[0-9a-f]+);`).exec(tokens)?.[1];
  if (!value) throw new Error(`brand/tokens.css has no color "${name}"`);
  return value;
}
