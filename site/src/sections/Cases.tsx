import type { CaseContent, CasesContent } from '@funil/content/schema/cases';
import type { FlowContent } from '@funil/content/schema/flow';
import { CtaButton } from '../parts/CtaButton.tsx';
import { type Ground, oppositeTone, type Tone } from '../parts/grounds.ts';
import { NodeIcon } from '../parts/NodeIcon.tsx';
import { Picture, type ResolvedPicture } from '../parts/Picture.tsx';
import { Section } from '../parts/Section.tsx';
import { SectionTitle } from '../parts/SectionTitle.tsx';

interface CaseProps {
  item: CaseContent;
  labels: CasesContent['labels'];
  picture: ResolvedPicture | undefined;
  tone: Tone;
}

type Look = 'wide' | 'tall' | 'stairs';

const CASE_CLASSES = 'case @container rounded-3xl p-6 @sm:p-10';

function Drawing({ item, picture, shape }: Pick<CaseProps, 'item' | 'picture'> & { shape: Shape }) {
  if (item.flow) return <MiniFlow flow={item.flow} shape={shape} />;
  if (!picture) return null;
  return (
    <div>
      <Picture picture={picture} className="w-full rounded-2xl" />
    </div>
  );
}

const CaseText = ({ item }: { item: CaseContent }) => (
  <div>
    {item.tags.length > 0 && (
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm font-semibold text-muted">
        {item.tags.map((tag) => (
          <li key={tag}>{tag}</li>
        ))}
      </ul>
    )}
    <h3 className="mt-3 text-[clamp(1.5rem,1.2rem+1.3vw,2.25rem)] leading-[1.12]">{item.title}</h3>
    <p className="mt-4 max-w-[52ch] text-balance text-muted">{item.description}</p>
  </div>
);

function Facts({
  item,
  labels,
  className = '',
}: Pick<CaseProps, 'item' | 'labels'> & { className?: string }) {
  const labelClasses = 'text-sm text-muted';
  return (
    <dl className={`case-facts mt-7 gap-y-4 pt-6 ${className}`}>
      <div>
        <dt className={labelClasses}>{labels.averageValue}</dt>
        <dd className="figure">{item.averageValue}</dd>
      </div>
      <div>
        <dt className={labelClasses}>{labels.implementationTime}</dt>
        <dd className="font-display text-subtitle font-bold tabular-nums">
          {item.implementationTime}
        </dd>
      </div>
      <div>
        <dt className={labelClasses}>{labels.benefit}</dt>
        <dd className="max-w-[44ch] leading-snug font-semibold">{item.benefit}</dd>
      </div>
    </dl>
  );
}

function WideCase(props: CaseProps) {
  const columns =
    props.item.flow || props.picture
      ? '@min-[54rem]:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] @min-[54rem]:gap-16'
      : '';
  return (
    <article className={`${CASE_CLASSES} bg-raised @lg:col-span-12`}>
      <div className={`grid items-center gap-8 ${columns}`}>
        <CaseText item={props.item} />
        <Drawing {...props} shape="row" />
      </div>
      <Facts {...props} />
    </article>
  );
}

const TallCase = (props: CaseProps) => (
  <article
    data-tone={oppositeTone(props.tone)}
    className={`${CASE_CLASSES} flex flex-col @lg:col-span-5`}
  >
    <div className="grid flex-1 content-start gap-8 @min-[30rem]:grid-cols-[minmax(0,1fr)_auto]">
      <CaseText item={props.item} />
      <Drawing {...props} shape="column" />
    </div>
    <Facts {...props} />
  </article>
);

function StairsCase(props: CaseProps) {
  const isDrawn = props.item.flow !== undefined || props.picture !== undefined;
  return (
    <article
      className={`${CASE_CLASSES} case-open flex flex-col @lg:col-span-7 ${isDrawn ? '' : '@lg:self-start'}`.trim()}
    >
      <CaseText item={props.item} />
      {isDrawn && (
        <div className="mt-7 flex-1">
          <Drawing {...props} shape="stairs" />
        </div>
      )}
      <Facts {...props} className="case-facts-pair" />
    </article>
  );
}

const CASE_BY_LOOK = { wide: WideCase, tall: TallCase, stairs: StairsCase };

/**
 * Rows of one wide case and rows of two alternate. A case that would be alone in a row of two is wide; so is a case
 * with a drawing before one without, because their heights would differ.
 */
function looksOf(cases: readonly CaseContent[]): Look[] {
  const isDrawn = (item: CaseContent | undefined) => Boolean(item?.flow ?? item?.picture);
  const looks: Look[] = cases.length % 3 === 2 ? [] : ['wide'];
  while (looks.length < cases.length) {
    const [first, second] = cases.slice(looks.length);
    const isPair = second !== undefined && (isDrawn(second) || !isDrawn(first));
    looks.push(...(isPair ? (['tall', 'stairs', 'wide'] as const) : (['wide'] as const)));
  }
  return looks;
}

interface Props {
  content: CasesContent;
  ground: Ground;
  /** Pictures in the order of the cases; undefined without a picture. */
  pictures: (ResolvedPicture | undefined)[];
}

export function Cases({ content, ground, pictures }: Props) {
  const { labels, cases } = content;
  const looks = looksOf(cases);
  return (
    <Section ground={ground}>
      <SectionTitle section={ground.section} {...content} />
      <div className="mt-10 grid gap-5 @lg:mt-16 @lg:grid-cols-12">
        {cases.map((item, index) => {
          const Case = CASE_BY_LOOK[looks[index] ?? 'wide'];
          const props = { item, labels, picture: pictures[index], tone: ground.tone };
          return <Case key={item.title} {...props} />;
        })}
      </div>
      <CtaButton cta={content.cta} opens="lead" tone={ground.tone} className="mt-12" />
    </Section>
  );
}

type Shape = 'row' | 'column' | 'stairs';

const WIRE_CLASSES: Record<Shape, string> = {
  row: 'wire-y',
  column: 'wire-y',
  stairs: 'mini-elbow',
};

const MiniFlow = ({ flow, shape }: { flow: FlowContent; shape: Shape }) => (
  <figure>
    <figcaption className="sr-only">{flow.alt}</figcaption>
    <ol className={`mini-${shape}`}>
      {flow.nodes.map(({ kind, label }, index) => (
        <li key={label} className="mini-node">
          {index > 0 && <span className={WIRE_CLASSES[shape]} aria-hidden="true" />}
          <span className="node-icon">
            <NodeIcon kind={kind} />
          </span>
          <span>{label}</span>
        </li>
      ))}
    </ol>
  </figure>
);
