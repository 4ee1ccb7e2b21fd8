import { formatCount } from '@funil/contract/counts';
import { formatCents } from '@funil/contract/money';
import type { ReportPeriod, ReportStep } from '@funil/contract/report/report';
import { describeShare } from '@funil/contract/report/report-columns';
import { Delta } from './Delta.tsx';
import { ExcludedRobots } from './ExcludedRobots.tsx';

/** The steps from visit to payment as a flow, whose width shows the counts on one scale. */
export function Funnel({ period, before }: { period: ReportPeriod; before: ReportPeriod | null }) {
  const steps = stepsWithTones(period);
  const previousSteps = before && stepsWithTones(before);
  const widths = flowWidths(steps.map(({ count }) => count));
  return (
    <section className="grid break-inside-avoid gap-3" aria-labelledby="funnel-title">
      <h2 id="funnel-title">Funil</h2>
      <ol className="flat:grid flat:grid-cols-8" aria-labelledby="funnel-title">
        {steps.map((step, index) => (
          <li
            key={step.label}
            className="group relative min-h-28 pb-5 pl-17 flat:min-h-0 flat:pt-16 flat:pr-3 flat:pb-0 flat:pl-0"
          >
            <FlowDrawing from={widths[index] ?? 0} to={widths[index + 1]} tone={step.tone} />
            <StepNumbers {...step} before={previousSteps?.[index]} />
          </li>
        ))}
      </ol>
      <ExcludedRobots period={period} />
      <p className="max-w-176 text-small text-muted">
        Visitas, cliques, formulários e idas ao checkout contam visitas. Lead é cada cadastro
        gravado nestes dias, também o de quem não deixa medir a visita. Comprador é uma pessoa,
        quantas vezes pague; a parte dos leads conta só quem deixou o lead nestes dias.
      </p>
    </section>
  );
}

type StepTone = 'paid' | 'refunded' | 'other';
type StepWithTone = ReportStep & { readonly tone: StepTone };

const MONEY_STEP_TONES = ['other', 'other', 'paid', 'refunded'] as const;

const stepsWithTones = ({ steps: { to_lead, to_money } }: ReportPeriod): StepWithTone[] => [
  ...to_lead.map((step) => ({ ...step, tone: 'other' as const })),
  ...to_money.map((step, index) => ({ ...step, tone: MONEY_STEP_TONES[index] ?? 'other' })),
];

function StepNumbers({ before, ...step }: StepWithTone & { before: ReportStep | undefined }) {
  const { label, count, cents, tone } = step;
  const share = describeShare(step);
  return (
    <>
      <p className="font-display text-4xl leading-none font-bold tracking-[-0.03em] flat:text-[clamp(1.5rem,0.75rem+1.1vw,2.25rem)]">
        {formatCount(count)}
      </p>
      <p className="mt-1 font-semibold max-xs:text-small">{label}</p>
      <p className="grid text-small text-muted">
        {share && <span>{share}</span>}
        {cents !== null && cents > 0 && <span>{formatCents(cents)}</span>}
        {before && (
          <Delta
            value={count}
            before={before.count}
            format={formatCount}
            isLessBetter={tone === 'refunded'}
          />
        )}
      </p>
    </>
  );
}

interface FlowProps {
  /** Width of the flow at this step; the drawing is 40 wide. */
  from: number;
  /** Width at the next step; undefined after the last one. */
  to: number | undefined;
  tone: StepTone;
}

const FLOW_CLASSES = {
  other: 'fill-[color-mix(in_oklab,var(--mark-fill)_55%,var(--ground))]',
  paid: 'fill-mark-fill',
  refunded: 'fill-[color-mix(in_oklab,var(--bad)_45%,var(--ground))]',
};
const NODE_CLASSES = {
  other: 'border-fg bg-ground',
  paid: 'border-ink bg-mark-fill',
  refunded: 'border-bad bg-ground',
};

/** On phones, CSS turns the flow downwards. */
function FlowDrawing({ from, to = from, tone }: FlowProps) {
  const [fromHalf, toHalf] = [from / 2, to / 2];
  const path = `M0 ${20 - fromHalf}C20 ${20 - fromHalf} 20 ${20 - toHalf} 40 ${20 - toHalf}V${20 + toHalf}C20 ${20 + toHalf} 20 ${20 + fromHalf} 0 ${20 + fromHalf}Z`;
  return (
    <span
      className="absolute inset-y-0 left-0 w-13 flat:inset-x-0 flat:bottom-auto flat:h-13 flat:w-auto"
      aria-hidden="true"
    >
      <svg
        className="absolute top-4 size-full group-last:h-[calc(100%-1rem)] group-last:[mask-image:linear-gradient(black,transparent)] flat:top-0 flat:left-2 flat:group-last:h-full flat:group-last:[mask-image:linear-gradient(to_right,black,transparent_70%)]"
        viewBox="0 0 40 40"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {/* On phones, the class exchanges x and y, so that the flow leads downwards. */}
        <path
          className={`[transform:matrix(0,1,1,0,0,0)] flat:[transform:none] forced-colors:fill-[GrayText] ${FLOW_CLASSES[tone]}`}
          d={path}
        />
      </svg>
      <span
        className={`absolute top-2 left-[calc(50%-0.5rem)] size-4 rounded-full border-3 flat:top-[calc(50%-0.5rem)] flat:left-0 ${NODE_CLASSES[tone]}`}
      />
    </span>
  );
}

const [MIN_FLOW_WIDTH, MAX_FLOW_WIDTH] = [1.5, 36];

/** Returns a width of at most 36 (of 40) for each step, by the square root, so that small counts are visible. */
export function flowWidths(counts: readonly number[]): number[] {
  const highest = Math.max(1, ...counts);
  return counts.map((count) =>
    count === 0 ? 0.75 : Math.max(MIN_FLOW_WIDTH, Math.sqrt(count / highest) * MAX_FLOW_WIDTH),
  );
}
