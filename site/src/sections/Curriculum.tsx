import type { CurriculumContent } from '@funil/content/schema/curriculum';
import type { CSSProperties } from 'react';
import { CtaButton } from '../parts/CtaButton.tsx';
import { Emphasis } from '../parts/Emphasis.tsx';
import type { Ground } from '../parts/grounds.ts';
import { Section } from '../parts/Section.tsx';
import { SectionTitle } from '../parts/SectionTitle.tsx';

interface ModuleProps {
  module: CurriculumContent['modules'][number];
  number: number;
  label: string;
  badge: string;
}

/** Browsers keep only one of the `details` with the same `name` open; browsers before 2024 keep all. */
const CurriculumModule = ({ module, number, label, badge }: ModuleProps) => (
  <details name="modulo" id={`modulo-${module.id}`} className="module">
    <summary className="disclosure module-summary">
      <span className="module-number">
        <span className="sr-only">{label} </span>
        {number}
      </span>{' '}
      <h3 className="text-[1.0625rem] leading-snug @md:text-subtitle">{module.title}</h3>{' '}
      <span className="module-subtitle">{module.subtitle}</span>
    </summary>
    <ul className="module-items">
      {module.items.map(({ text, exclusive }) => (
        <li key={text} className="module-item">
          <span>
            {text}
            {exclusive && (
              <>
                {' '}
                <span className="module-badge">{badge}</span>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  </details>
);

const Schedule = ({ schedule }: { schedule: NonNullable<CurriculumContent['schedule']> }) => (
  <div className="mt-14 @lg:mt-32">
    <div className="max-w-3xl">
      <h3 className="text-[clamp(1.5rem,1.2rem+1.3vw,2.25rem)] leading-[1.12]">
        <Emphasis text={schedule.title} />
      </h3>
      <p className="mt-4 max-w-[62ch] text-intro text-muted">{schedule.intro}</p>
    </div>
    <ol className="schedule" style={{ '--count': schedule.steps.length } as CSSProperties}>
      {schedule.steps.map(({ weeks, title, subtitle, potentialValue }, index) => (
        <li key={weeks} className="schedule-step">
          {index > 0 && (
            <svg
              viewBox="0 0 100 100"
              preserveAspectRatio="none"
              className="schedule-rise"
              aria-hidden="true"
            >
              <path d="M0 100C60 100 40 0 100 0" className="wire" />
              <path d="M0 100C60 100 40 0 100 0" className="wire-pulse" />
            </svg>
          )}
          {index + 1 < schedule.steps.length && <span className="wire-y" aria-hidden="true" />}
          <span className="node" aria-hidden="true" />
          <p className="schedule-value">
            <span className="sr-only">{schedule.valueLabel}: </span>
            {potentialValue}
          </p>
          <p className="schedule-weeks">{weeks}</p>
          <h4 className="mt-1.5 text-[1.1875rem] leading-snug font-bold">{title}</h4>
          <p className="mt-1.5 text-[0.9375rem] leading-normal text-muted">{subtitle}</p>
        </li>
      ))}
    </ol>
    <p className="mt-8 text-[0.9375rem] text-muted">{schedule.note}</p>
  </div>
);

export const Curriculum = ({ content, ground }: { content: CurriculumContent; ground: Ground }) => (
  <Section ground={ground}>
    <div className="grid grid-cols-1 gap-8 @lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] @lg:gap-20">
      <div className="@lg:sticky @lg:top-28 @lg:self-start">
        <SectionTitle section={ground.section} {...content} />
      </div>
      <div className="modules">
        {content.modules.map((module, index) => (
          <CurriculumModule
            key={module.id}
            module={module}
            number={index + 1}
            label={content.moduleLabel}
            badge={content.exclusiveBadge}
          />
        ))}
      </div>
    </div>
    {content.schedule && <Schedule schedule={content.schedule} />}
    <CtaButton cta={content.cta} opens="lead" tone={ground.tone} className="mt-9" />
  </Section>
);
