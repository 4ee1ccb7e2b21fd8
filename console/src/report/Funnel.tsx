import type { ReportPeriod, ReportStep } from '@funil/contract/console/report';
import { formatCents, formatCount } from '@funil/contract/money';
import { Delta } from './Delta.tsx';
import { formatShare } from './Table.tsx';

interface Props {
  period: ReportPeriod;
  before: ReportPeriod | null;
}

/** The steps from the visit to the payment as a flow, whose width shows the counts. */
export function Funnel({ period, before }: Props) {
  return (
    <section className="funnel" aria-labelledby="funnel-title">
      <h2 id="funnel-title">Funil</h2>
      <Steps
        title="Da visita ao lead"
        steps={period.steps.to_lead}
        before={before?.steps.to_lead}
        tones={[]}
      />
      <Steps
        title="Do lead ao dinheiro"
        steps={period.steps.to_money}
        before={before?.steps.to_money}
        tones={['plain', 'plain', 'paid', 'refunded']}
      />
    </section>
  );
}

interface StepsProps {
  title: string;
  steps: readonly ReportStep[];
  before: readonly ReportStep[] | undefined;
  tones: readonly string[];
}

/** Half of the funnel. Each half has its own scale: sales would be invisible next to a hundred thousand visits. */
function Steps({ title, steps, before, tones }: StepsProps) {
  const widths = flowWidths(steps.map(({ count }) => count));
  return (
    <ol className="funnel-steps" aria-label={title}>
      {steps.map(({ label, count, of, cents }, index) => {
        const previous = before?.[index];
        return (
          <li key={label} className="funnel-step" data-tone={tones[index]}>
            <Flow from={widths[index] ?? 0} to={widths[index + 1]} />
            <p className="funnel-count">{formatCount(count)}</p>
            <p className="funnel-label">{label}</p>
            <p className="funnel-details">
              {of && of.count > 0 && (
                <span>
                  {formatShare(of.part, of.count)} {of.label}
                </span>
              )}
              {cents !== null && cents > 0 && <span>{formatCents(cents)}</span>}
              {previous && (
                <Delta
                  now={count}
                  before={previous.count}
                  format={formatCount}
                  isDestructive={tones[index] === 'refunded'}
                />
              )}
            </p>
          </li>
        );
      })}
    </ol>
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
