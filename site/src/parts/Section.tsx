import type { ReactNode } from 'react';
import type { Ground } from './grounds.ts';

interface Props {
  /** The section's name in tracking. */
  name: string;
  id?: string;
  ground: Ground;
  className?: string;
  children: ReactNode;
}

/** A section's background and margins. SectionTitle renders the title that names it. */
export function Section({ name, id, ground, className = '', children }: Props) {
  return (
    <section
      id={id}
      data-section={name}
      data-tone={ground.tone}
      aria-labelledby={`titulo-${name}`}
      className={`@container gutter py-14 md:py-28 ${ground.isRaised ? 'raised-ground' : ''} ${className}`.trim()}
    >
      <div className="mx-auto max-w-page">{children}</div>
    </section>
  );
}
