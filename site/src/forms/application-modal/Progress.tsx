import type { ApplicationModalContent } from '@funil/content/schema/application-modal';
import type { CSSProperties } from 'react';
import { StepIcon } from './StepIcon.tsx';

interface Props {
  content: ApplicationModalContent;
  step: number;
}

const COUNT = 4;

/** The four asking steps as nodes on a wire, filled up to the present one. */
export function Progress({ content: { progress, steps }, step }: Props) {
  const names = [steps.personal, steps.company, steps.challenges, steps.finalize].map(
    (entry) => entry.progress,
  );
  const place = `${progress.step} ${step}/${COUNT}`;
  return (
    <div className="application-progress">
      <p role="status" className="sr-only">
        {place}
      </p>
      <div
        role="progressbar"
        aria-label={progress.label}
        aria-valuemin={0}
        aria-valuemax={COUNT}
        aria-valuenow={step}
        aria-valuetext={`${place}: ${names[step - 1]}`}
        className="application-wire"
      >
        <div className="application-wire-fill" style={{ '--step': step } as CSSProperties} />
      </div>
      <ol>
        {names.map((name, index) => {
          const number = index + 1;
          const isDone = number < step;
          return (
            <li
              key={name}
              aria-current={number === step ? 'step' : undefined}
              data-done={isDone || undefined}
            >
              <StepIcon number={number} isDone={isDone} />
              <span className="application-step-name">
                {name}
                {isDone && <span className="sr-only">, {progress.done}</span>}
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
