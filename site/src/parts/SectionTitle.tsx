import { Emphasis } from './Emphasis.tsx';

/** More letters than a large title has room for on a phone: `interdisciplinarmente`. */
const MAX_LETTERS = 15;

/** A class for a title that has longer words than the demonstration's: see any-length.css. */
export const longWords = (title: string): string =>
  title.split(/[\s*]+/).some((word) => word.length > MAX_LETTERS) ? 'long-words' : '';

interface Props {
  /** The section's `data-section`; ties the title to it. */
  section: string;
  eyebrow: string;
  title: string;
  lead?: string;
  className?: string;
}

export function SectionTitle({ section, eyebrow, title, lead, className = '' }: Props) {
  return (
    <div className={`max-w-3xl ${className}`}>
      <p className="eyebrow">{eyebrow}</p>
      <h2 id={`titulo-${section}`} className={`mt-4 text-title ${longWords(title)}`.trim()}>
        <Emphasis text={title} />
      </h2>
      {lead && <p className="mt-5 max-w-[62ch] text-lead text-muted">{lead}</p>}
    </div>
  );
}
