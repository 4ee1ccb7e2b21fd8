import { sectionInfo } from '@funil/contract/site/sections';
import type { CSSProperties, ReactNode } from 'react';
import type { Ground } from './grounds.ts';

interface Props {
  id?: string;
  ground: Ground;
  className?: string;
  children: ReactNode;
}

export function Section({ id, ground, className = '', children }: Props) {
  const { section, tone, isRaised } = ground;
  const { height } = sectionInfo(section);
  const style = height && { '--phone': `${height[0]}px`, '--desktop': `${height[1]}px` };
  return (
    <section
      id={id}
      data-section={section}
      data-tone={tone}
      aria-labelledby={`titulo-${section}`}
      className={`@container gutter py-14 md:py-28 ${isRaised ? 'raised-ground' : ''} ${className}`.trim()}
      style={style as CSSProperties | undefined}
    >
      <div className="mx-auto max-w-page">{children}</div>
    </section>
  );
}
