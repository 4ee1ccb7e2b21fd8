import type { CaseContent, CasesContent } from '@funil/content/schema/cases';
import { CtaButton } from '../parts/CtaButton.tsx';
import { MiniFlow } from '../parts/MiniFlow.tsx';
import { Section } from '../parts/Section.tsx';
import { SectionTitle } from '../parts/SectionTitle.tsx';

interface CaseProps {
  item: CaseContent;
  labels: CasesContent['labels'];
}

function Story({ item }: { item: CaseContent }) {
  return (
    <div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-[0.9375rem] font-semibold text-muted">
        {item.tags.map((tag) => (
          <li key={tag}>{tag}</li>
        ))}
      </ul>
      <h3 className="mt-3 text-[clamp(1.5rem,1.2rem+1.3vw,2.25rem)] leading-[1.12]">
        {item.title}
      </h3>
      <p className="mt-4 max-w-[52ch] text-muted">{item.description}</p>
    </div>
  );
}

/** What it sells for, how long it takes, what changed. */
function Facts({ item, labels, className = '' }: CaseProps & { className?: string }) {
  const quiet = 'text-[0.9375rem] text-muted';
  return (
    <dl className={`case-facts ${className}`}>
      <div>
        <dt className={quiet}>{labels.averageValue}</dt>
        <dd className="font-display text-[clamp(2.25rem,1.7rem+1.8vw,3.25rem)] leading-none font-extrabold tracking-tight tabular-nums">
          {item.averageValue}
        </dd>
      </div>
      <div>
        <dt className={quiet}>{labels.implementationTime}</dt>
        <dd className="text-subtitle font-semibold tabular-nums">{item.implementationTime}</dd>
      </div>
      <div>
        <dt className={quiet}>{labels.benefit}</dt>
        <dd className="max-w-[34ch] leading-snug font-medium">{item.benefit}</dd>
      </div>
    </dl>
  );
}

/** Across the page, the automation in a row. */
function WideCase(props: CaseProps) {
  return (
    <article className="case bg-raised lg:col-span-12">
      <div className="grid items-center gap-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-16">
        <Story item={props.item} />
        <MiniFlow flow={props.item.flow} shape="row" />
      </div>
      <Facts {...props} className="case-facts-row" />
    </article>
  );
}

/** Upright and dark, the automation in a column. */
function TallCase(props: CaseProps) {
  return (
    <article data-tone="ink" className="case flex flex-col lg:col-span-5">
      <div className="mb-9 grid flex-1 content-start gap-9 sm:max-lg:grid-cols-[minmax(0,1fr)_auto]">
        <Story item={props.item} />
        <MiniFlow flow={props.item.flow} shape="column" />
      </div>
      <Facts {...props} className="case-facts-tall" />
    </article>
  );
}

/** On its own ground, the automation down a staircase. */
function StairsCase(props: CaseProps) {
  return (
    <article className="case case-open flex flex-col lg:col-span-7">
      <Story item={props.item} />
      <div className="my-9 flex-1">
        <MiniFlow flow={props.item.flow} shape="stairs" />
      </div>
      <Facts {...props} className="case-facts-pair" />
    </article>
  );
}

export function Cases({ content }: { content: CasesContent }) {
  const { labels } = content;
  const [first, second, third] = content.cases;
  return (
    <Section name="casos" tone="paper">
      <SectionTitle
        section="casos"
        eyebrow={content.eyebrow}
        title={content.title}
        lead={content.lead}
      />
      <div className="mt-12 grid gap-5 lg:mt-16 lg:grid-cols-12">
        {first && <WideCase item={first} labels={labels} />}
        {second && <TallCase item={second} labels={labels} />}
        {third && <StairsCase item={third} labels={labels} />}
      </div>
      <CtaButton cta={content.cta} opens="lead" look="ink" className="mt-12" />
    </Section>
  );
}
