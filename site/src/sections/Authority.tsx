import type { AuthorityContent } from '@funil/content/schema/authority';
import { CtaButton } from '../parts/CtaButton.tsx';
import type { Ground } from '../parts/grounds.ts';
import { Section } from '../parts/Section.tsx';
import { SectionTitle } from '../parts/SectionTitle.tsx';
import { StatWire } from '../parts/StatWire.tsx';

const Highlights = ({ items }: { items: AuthorityContent['highlights'] }) => (
  <dl className="mt-12 rule-t @lg:mt-24">
    {items.map(({ value, label }) => (
      <div
        key={value}
        className="grid items-baseline gap-x-4 rule-b py-3 @3xs:grid-cols-[minmax(0,6fr)_minmax(0,7fr)] @md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] @md:gap-x-10 @md:py-4"
      >
        <dt className="font-display text-intro leading-snug font-bold">{value}</dt>
        <dd className="text-sm leading-snug text-muted @md:text-[1.0625rem]">{label}</dd>
      </div>
    ))}
  </dl>
);

/** Allows a line break before the unit, because with some system fonts both do not fit into one line. */
const allowBreak = (number: string) => number.replace(/\u00a0(?=\p{Ll})/u, ' ');

export function Authority({ content, ground }: { content: AuthorityContent; ground: Ground }) {
  const hasEqualColumns = content.cards.length !== 4;
  return (
    <Section ground={ground}>
      <SectionTitle section={ground.section} {...content} />
      <ul
        className={`stats ${hasEqualColumns ? 'stats-even' : '@md:grid-cols-12'} mt-10 grid @3xs:grid-cols-2 gap-x-5 gap-y-9 @md:gap-x-10 @md:gap-y-18 @lg:mt-20`}
      >
        {content.cards.map(({ number, label, description }) => (
          <li key={label} className="stat">
            <StatWire />
            <p
              className={
                hasEqualColumns && number.length > 8 ? 'stat-number long-number' : 'stat-number'
              }
            >
              {allowBreak(number)}
            </p>
            <p className="mt-3 text-subtitle font-semibold text-balance @md:mt-4">{label}</p>
            <p className="mt-1.5 max-w-[44ch] text-muted @max-md:text-[0.9375rem]">{description}</p>
          </li>
        ))}
      </ul>
      {content.highlights.length > 0 && <Highlights items={content.highlights} />}
      <CtaButton cta={content.cta} opens="lead" tone={ground.tone} className="mt-9 @md:mt-12" />
    </Section>
  );
}
