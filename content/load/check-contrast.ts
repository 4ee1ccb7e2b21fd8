import type { ThemeColors } from '../schema/theme.ts';
import { contrast } from './colours.ts';
import { CONTRAST, type ContrastRow, TOKEN_NAMES } from './contrast-pairs.ts';
import { paletteOf, STATES } from './palette.ts';

/** A pair below its least ratio. */
export interface FaintPair {
  readonly field: ContrastRow['field'];
  readonly sentence: string;
}

/** Hexadecimal colours by token, as CONTRAST names them. */
export type TokenColours = ReadonlyMap<string, string>;

/** A brand's tokens, the states included. */
export function themeColours(colors: ThemeColors): TokenColours {
  const { root, ...tones } = paletteOf(colors);
  const toned = Object.entries(tones).flatMap(([tone, shades]) =>
    Object.entries(shades).map(([name, value]) => [`${tone}.${name}`, value] as const),
  );
  return new Map([...Object.entries(root), ...Object.entries(STATES), ...toned]);
}

const ratio = (value: number) => value.toFixed(1).replace('.', ',');

/** Of the grounds on which a token is too faint the first one, which is the plainest to name. */
function faintOn(colours: TokenColours, { token, on, least, field }: ContrastRow): FaintPair[] {
  const own = colours.get(token) ?? '';
  for (const ground of on) {
    const other = colours.get(ground) ?? '';
    const found = contrast(own, other);
    if (found >= least) continue;
    const names = `${TOKEN_NAMES[token]} (${own}) e ${TOKEN_NAMES[ground]} (${other})`;
    const need = `${least === 3 ? 'para se ver' : 'para se ler'}, precisa de pelo menos ${ratio(least)}:1`;
    return [{ field, sentence: `o contraste entre ${names} é de ${ratio(found)}:1; ${need}` }];
  }
  return [];
}

/** The first pair of each field that cannot be read, or seen, in Portuguese: the others mostly mend with it. */
export function faintPairs(colours: TokenColours): FaintPair[] {
  const faint = CONTRAST.flatMap((row) => faintOn(colours, row));
  return faint.filter(
    ({ field }, index) => faint.findIndex((one) => one.field === field) === index,
  );
}
