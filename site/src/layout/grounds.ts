import type { SectionName } from '@funil/content/schema/sections';
import type { ThemeContent } from '@funil/content/schema/theme';

export type Tone = 'ink' | 'paper' | 'accent';

/** What a section stands on. */
export interface Ground {
  readonly section: SectionName;
  readonly tone: Tone;
  /** A shade off: the section before has the same tone. */
  readonly isRaised: boolean;
}

/** What each section looks best on, where its neighbours allow it. */
const WANTED: Record<SectionName, Tone> = {
  problema: 'ink',
  casos: 'paper',
  autoridade: 'ink',
  videos: 'ink',
  depoimentos: 'paper',
  aplicacao: 'accent',
  curriculo: 'paper',
  oferta: 'ink',
  fundador: 'paper',
  equipe: 'ink',
};

/** What the page begins on. */
export const firstTone = (theme: ThemeContent | undefined): 'ink' | 'paper' =>
  theme?.ground === 'light' ? 'paper' : 'ink';

export const opposite = (tone: Tone): Tone => (tone === 'ink' ? 'paper' : 'ink');

/** At most two dark sections, and one light one, stand beside each other. */
function toneAfter(before: readonly Tone[], wanted: Tone): Tone {
  const [last, lastButOne] = before.toReversed();
  if (wanted === 'accent' || wanted !== last) return wanted;
  return wanted === 'paper' || lastButOne === 'ink' ? opposite(wanted) : wanted;
}

/**
 * The grounds of the sections between hero and footer, in the order in which they stand.
 * @param first the hero's; on a light one every ground is the other one
 */
export function groundsOf(names: readonly SectionName[], first: 'ink' | 'paper'): Ground[] {
  const tones: Tone[] = ['ink'];
  const turned = (tone: Tone) => (first === 'ink' || tone === 'accent' ? tone : opposite(tone));
  return names.map((section, index) => {
    const tone = toneAfter(tones, WANTED[section]);
    const isRaised = index > 0 && tone === tones.at(-1);
    tones.push(tone);
    return { section, tone: turned(tone), isRaised };
  });
}
