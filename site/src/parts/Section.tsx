import type { ReactNode } from 'react';
import type { Ground } from '../layout/grounds.ts';

interface Props {
  /** Names the section in all tracking. */
  name: string;
  /** Anchor, where the section has one. */
  id?: string;
  ground: Ground;
  className?: string;
  children: ReactNode;
}

/** A section's ground and margins. `aria-labelledby` points at the title that SectionTitle gives it. */
export function Section({ name, id, ground, className = '', children }: Props) {
  return (
    <section
      id={id}
      data-section={name}
      data-tone={ground.tone}
      aria-labelledby={`titulo-${name}`}
      className={`px-5 py-14 sm:px-8 md:py-28 ${ground.isRaised ? 'raised-ground' : ''} ${className}`.trim()}
    >
      <div className="mx-auto max-w-page">{children}</div>
    </section>
  );
}
