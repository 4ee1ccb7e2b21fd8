import type { ReportPeriod, ReportStep } from '@funil/contract/console/report';
import { formatCents, formatCount } from '@funil/contract/money';
import { Delta } from './Delta.tsx';
import { Flow } from './Flow.tsx';
import { measureFlow } from './flow-width.ts';
import './funnel.css';
import { formatShare } from './shares.ts';

interface Props {
  period: ReportPeriod;
  before: ReportPeriod | null;
}

/** The way from the visit to the money as one wire, as thick as what runs through it. */
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

/** Money that came in stands out, and money that went back. */
const MONEY_TONES = ['plain', 'plain', 'paid', 'back'] as const;

/** Each stretch has a scale of its own: of a hundred thousand visits no sale would be seen. */
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
