import type { ReportPeriod, ReportStep } from '@funil/contract/console/report';
import { formatShare } from '@funil/contract/console/report-columns';
import { formatCents, formatCount } from '@funil/contract/money';
import { Delta } from './Delta.tsx';

interface Props {
  period: ReportPeriod;
  before: ReportPeriod | null;
}

/** The steps from the visit to the payment as one flow, whose width shows the counts on one scale. */
export function Funnel({ period, before }: Props) {
  const steps = allSteps(period);
  const previousSteps = before && allSteps(before);
  const widths = flowWidths(steps.map(({ count }) => count));
  return (
    <section className="funnel" aria-labelledby="funnel-title">
      <h2 id="funnel-title">Funil</h2>
      <ol className="funnel-steps" aria-labelledby="funnel-title">
        {steps.map((step, index) => (
          <li key={step.label} className="funnel-step" data-tone={step.tone}>
            <Flow from={widths[index] ?? 0} to={widths[index + 1]} />
            <Step {...step} before={previousSteps?.[index]} />
          </li>
        ))}
      </ol>
      <p className="text-muted funnel-note">
        Visitas, cliques, formulários e idas ao checkout contam visitas. Lead é cada cadastro
        gravado nestes dias, também o de quem não deixa medir a visita. Comprador é uma pessoa,
        quantas vezes pague.
      </p>
    </section>
  );
}

type ToneStep = ReportStep & { readonly tone: 'paid' | 'refunded' | undefined };

const MONEY_TONES = [undefined, undefined, 'paid', 'refunded'] as const;

const allSteps = ({ steps: { to_lead, to_money } }: ReportPeriod): ToneStep[] => [
  ...to_lead.map((step) => ({ ...step, tone: undefined })),
  ...to_money.map((step, index) => ({ ...step, tone: MONEY_TONES[index] })),
];

function Step({
  label,
  count,
  of,
  cents,
  tone,
  before,
}: ToneStep & { before: ReportStep | undefined }) {
  return (
    <>
      <p className="funnel-count">{formatCount(count)}</p>
      <p className="funnel-label">{label}</p>
      <p className="funnel-details">
        {of && of.count > 0 && (
          <span>
            {formatShare(of.part, of.count)} {of.label}
          </span>
        )}
        {cents !== null && cents > 0 && <span>{formatCents(cents)}</span>}
        {before && (
          <Delta
            now={count}
            before={before.count}
            format={formatCount}
            isDestructive={tone === 'refunded'}
          />
        )}
      </p>
    </>
  );
}

interface FlowProps {
  /** Width at this step, of 40. */
  from: number;
  /** Width at the next step; undefined after the last one. */
  to: number | undefined;
}

/** The flow between two steps, and the first one's node. On phones CSS turns the path downwards. */
function Flow({ from, to = from }: FlowProps) {
  const [a, b] = [from / 2, to / 2];
  const path = `M0 ${20 - a}C20 ${20 - a} 20 ${20 - b} 40 ${20 - b}V${20 + b}C20 ${20 + b} 20 ${20 + a} 0 ${20 + a}Z`;
  return (
    <span className="flow" aria-hidden="true">
      <svg viewBox="0 0 40 40" preserveAspectRatio="none" aria-hidden="true">
        <path d={path} />
      </svg>
      <span className="flow-node" />
    </span>
  );
}

const [MIN_WIDTH, MAX_WIDTH] = [1.5, 36];

/** Returns the flow's width at each step, of 40. It grows with the square root, so that small counts stay visible. */
export function flowWidths(counts: readonly number[]): number[] {
  const highest = Math.max(1, ...counts);
  return counts.map((count) =>
    count === 0 ? 0.75 : Math.max(MIN_WIDTH, Math.sqrt(count / highest) * MAX_WIDTH),
  );
}
