import type { ReportPeriod, ReportStep } from '@funil/contract/console/report';
import { formatCents, formatCount } from '@funil/contract/money';
import { Delta } from './Delta.tsx';
import { formatShare } from './Ranking.tsx';

interface Props {
  period: ReportPeriod;
  before: ReportPeriod | null;
}

/** The funnel from the visit to the money as one wire, as thick as its counts. */
export function Funnel({ period, before }: Props) {
  return (
    <section className="funnel" aria-labelledby="funnel-title">
      <h2 id="funnel-title">Funil</h2>
      <Stretch
        title="Da visita ao lead"
        steps={period.steps.to_lead}
        before={before?.steps.to_lead}
      />
      <Stretch
        title="Do lead ao dinheiro"
        steps={period.steps.to_money}
        before={before?.steps.to_money}
        isMoney
      />
    </section>
  );
}

interface StretchProps {
  title: string;
  steps: readonly ReportStep[];
  before: readonly ReportStep[] | undefined;
  isMoney?: boolean;
}

/** Paid and refunded steps stand out. */
const MONEY_TONES = ['plain', 'plain', 'paid', 'back'] as const;

/** Each stretch has its own scale: beside a hundred thousand visits no sale would be visible. */
function Stretch({ title, steps, before, isMoney = false }: StretchProps) {
  const widths = measureFlow(steps.map(({ count }) => count));
  return (
    <ol className="funnel-steps" aria-label={title}>
      {steps.map((step, index) => {
        const tone = (isMoney ? MONEY_TONES[index] : undefined) ?? 'plain';
        const width = widths[index] ?? 0;
        const was = before?.[index];
        return (
          <li key={step.label} className="funnel-step" data-tone={tone}>
            <Flow from={width} to={widths[index + 1] ?? null} />
            <p className="funnel-count">{formatCount(step.count)}</p>
            <p className="funnel-label">{step.label}</p>
            <p className="funnel-beside">
              {step.of && step.of.count > 0 && (
                <span>
                  {formatShare(step.count, step.of.count)} {step.of.label}
                </span>
              )}
              {step.cents !== null && step.cents > 0 && <span>{formatCents(step.cents)}</span>}
              {was && (
                <Delta
                  now={step.count}
                  before={was.count}
                  told={`antes ${formatCount(was.count)}`}
                  isBad={tone === 'back'}
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
  /** Width at the next one; null: the wire ends here. */
  to: number | null;
}

/** A piece of the wire between two steps, and the node before it: across on wide screens, down on phones. */
function Flow({ from, to }: FlowProps) {
  const [a, b] = [from / 2, (to ?? from) / 2];
  const across = `M0 ${20 - a}C50 ${20 - a} 50 ${20 - b} 100 ${20 - b}V${20 + b}C50 ${20 + b} 50 ${20 + a} 0 ${20 + a}Z`;
  const down = `M${20 - a} 0C${20 - a} 50 ${20 - b} 50 ${20 - b} 100H${20 + b}C${20 + b} 50 ${20 + a} 50 ${20 + a} 0Z`;
  return (
    <span className="flow" data-end={to === null || undefined} aria-hidden="true">
      <svg
        className="flow-across"
        viewBox="0 0 100 40"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d={across} />
      </svg>
      <svg className="flow-down" viewBox="0 0 40 100" preserveAspectRatio="none" aria-hidden="true">
        <path d={down} />
      </svg>
      <span className="flow-node" />
    </span>
  );
}

/** Width of the wire, of 40: at its widest, and where a trickle runs. */
const [MIN_WIDTH, MAX_WIDTH] = [1.5, 36];

/**
 * How wide the wire is at each step, of 40. By the root of the count: the eye measures surfaces, and one sale
 * among a hundred thousand visits is still seen.
 */
export function measureFlow(counts: readonly number[]): number[] {
  const most = Math.max(1, ...counts);
  return counts.map((count) =>
    count === 0 ? 0.75 : Math.max(MIN_WIDTH, Math.sqrt(count / most) * MAX_WIDTH),
  );
}
