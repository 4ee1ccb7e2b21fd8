import type { ProblemContent } from '@funil/content/schema/problem';
import { CtaButton } from '../parts/CtaButton.tsx';
import type { Ground } from '../parts/grounds.ts';
import { Section } from '../parts/Section.tsx';
import { SectionTitle } from '../parts/SectionTitle.tsx';

/** Shows the counter's final state; counter.ts restarts the number from 0. */
export const Problem = ({ content, ground }: { content: ProblemContent; ground: Ground }) => (
  <Section ground={ground}>
    <div className="grid gap-12 @md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] @md:gap-10 @lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)] @lg:gap-20">
      <div className="@md:sticky @md:top-28 @md:self-start">
        <SectionTitle section={ground.section} {...content} />
        <p className="mt-10 flex flex-wrap items-end gap-4 @lg:mt-14">
          <span data-counter className="counter-number">
            {content.problems.length}
          </span>{' '}
          <span className="max-w-[16ch] flex-1 basis-[9ch] pb-[0.6em] leading-snug text-muted">
            {content.counterCaption}
          </span>
        </p>
      </div>
      <div>
        <ol className="problems">
          {content.problems.map(({ title, description }, index) => (
            <li key={title} className="problem" data-counter-step>
              <span className="problem-rail flex flex-col items-center" aria-hidden="true">
                <span className="problem-number">{index + 1}</span>
                <span className="problem-wire" />
              </span>
              <div className="pb-10 @lg:pb-14">
                <h3 className="text-subtitle">{title}</h3>
                <p className="mt-3 max-w-[44ch] text-muted">{description}</p>
              </div>
            </li>
          ))}
        </ol>
        <p className="font-display text-subtitle font-bold text-balance">{content.closing}</p>
        <CtaButton cta={content.cta} opens="lead" tone={ground.tone} className="mt-7" />
      </div>
    </div>
  </Section>
);
