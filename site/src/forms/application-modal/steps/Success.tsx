import { Emphasis } from '../../../parts/Emphasis.tsx';
import type { StepProps } from './step-props.ts';

/** Step 5: the wire has reached its end. */
export function Success({ content }: StepProps) {
  const { title, description, back } = content.steps.success;
  return (
    <div className="application-success">
      <svg viewBox="-12 0 320 96" aria-hidden="true">
        <path d="M0 48H272" className="wire" />
        <path d="M0 48H272" pathLength="100" className="wire-pulse" />
        {[24, 88, 152].map((x) => (
          <circle key={x} cx={x} cy="48" r="9" fill="var(--color-lime)" />
        ))}
        <circle cx="256" cy="48" r="40" fill="var(--color-lime)" />
        <path
          d="M238 49l12 12 24-26"
          fill="none"
          stroke="var(--color-ink)"
          strokeWidth="6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <h2 tabIndex={-1} data-step-title className="mt-8 text-title">
        <Emphasis text={title} />
      </h2>
      <p className="mt-4 max-w-[46ch] text-lead text-muted">{description}</p>
      <button type="button" data-closes className="button button-primary mt-9">
        {back}
      </button>
    </div>
  );
}
