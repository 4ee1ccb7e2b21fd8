import type { SectionName } from '@funil/contract/site/sections';
import { Emphasis } from './Emphasis.tsx';
import { Text } from './Text.tsx';

/** The number of letters up to which a word fits into a large title on a phone. */
const MAX_WORD_LETTERS = 15;

export const longWords = (title: string): string =>
  title.split(/[\s*]+/).some((word) => word.length > MAX_WORD_LETTERS) ? 'long-words' : '';

interface Props {
  section: SectionName;
  eyebrow: string;
  title: string;
  intro?: string;
  className?: string;
}

export const SectionTitle = ({ section, eyebrow, title, intro, className = '' }: Props) => (
  <div className={`max-w-3xl ${className}`}>
    <p className="eyebrow">
      <Text text={eyebrow} />
    </p>
    <h2 id={`titulo-${section}`} className={`mt-4 text-title ${longWords(title)}`.trim()}>
      <Text text={title}>{(version) => <Emphasis text={version} />}</Text>
    </h2>
    {intro && (
      <p className="mt-5 max-w-[62ch] text-intro text-balance text-muted">
        <Text text={intro} />
      </p>
    )}
  </div>
);
