import type { ThemeContent } from '@funil/content/schema/theme';
import { SECTIONS, type SectionName } from '@funil/contract/site/sections';

export type Tone = (typeof SECTIONS)[SectionName]['tone'];

export interface Ground {
  readonly section: SectionName;
  readonly tone: Tone;
  /** True if the previous section has the same tone, so that this one's background must differ slightly. */
  readonly isRaised: boolean;
}

export const heroTone = (theme: ThemeContent | undefined): 'ink' | 'paper' =>
  theme?.ground === 'light' ? 'paper' : 'ink';

export const oppositeTone = (tone: Tone): Tone => (tone === 'ink' ? 'paper' : 'ink');

/** Returns `preferred`, unless three dark or two light sections would stand in a row. */
function toneAfter(tonesBefore: readonly Tone[], preferred: Tone): Tone {
  const [lastTone, lastButOne] = tonesBefore.toReversed();
  if (preferred === 'accent' || preferred !== lastTone) return preferred;
  return preferred === 'paper' || lastButOne === 'ink' ? oppositeTone(preferred) : preferred;
}

/** Returns the backgrounds in page order. After a light hero all tones are swapped. */
export function sectionBackgrounds(
  names: readonly SectionName[],
  firstTone: 'ink' | 'paper',
): Ground[] {
  const tones: Tone[] = ['ink'];
  const swapIfLight = (tone: Tone) =>
    firstTone === 'ink' || tone === 'accent' ? tone : oppositeTone(tone);
  return names.map((section, index) => {
    const tone = toneAfter(tones, SECTIONS[section].tone);
    const isRaised = index > 0 && tone === tones.at(-1);
    tones.push(tone);
    return { section, tone: swapIfLight(tone), isRaised };
  });
}
