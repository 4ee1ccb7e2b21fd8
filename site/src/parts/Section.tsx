import { sectionInfo } from '@funil/contract/site/sections';
import type { CSSProperties, ReactNode } from 'react';
import type { Ground } from './grounds.ts';

interface Props {
  id?: string;
  ground: Ground;
  className?: string;
  children: ReactNode;
}

/** A section's background, margins and usual height. SectionTitle renders the title that names it. */
export function Section({ id, ground, className = '', children }: Props) {
  const { section, tone, isRaised } = ground;
  const [phone, desktop] = sectionInfo(section).height ?? [];
  const style = { '--phone': `${phone}px`, '--desktop': `${desktop}px` } as CSSProperties;
  return (
    <section
      id={id}
      data-section={section}
      data-tone={tone}
      aria-labelledby={`titulo-${section}`}
      className={`@container gutter py-14 md:py-28 ${isRaised ? 'raised-ground' : ''} ${className}`.trim()}
      style={phone === undefined ? undefined : style}
    >
      <div className="mx-auto max-w-page">{children}</div>
    </section>
  );
}
