import type { ApplicationModalContent } from '@funil/content/schema/application-modal';
import type { CSSProperties } from 'react';

/** SVG paths of the icons by step, on a square of 24 units. */
const STEP_ICON_PATHS: Record<number, string> = {
  1: 'M12 4a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM5 20c.6-3.7 3.4-6 7-6s6.4 2.3 7 6',
  2: 'M5 20V5h8v15M13 10h6v10M3 20h18M8 9h2M8 13h2M16 14h.5',
  3: 'M6 21V4M6 5h11.5l-2.5 4 2.5 4H6',
  4: 'M20.5 3.5l-17 6.5 6.5 4 4 6.5zM10 14l4.5-4.5',
};
const CHECK_PATH = 'M5.5 12.5l4.5 4.5 9-10';

const StepIcon = ({ number, isDone }: { number: number; isDone: boolean }) => (
  <span className="application-node">
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path
        d={isDone ? CHECK_PATH : STEP_ICON_PATHS[number]}
        className="stroke"
        strokeWidth={isDone ? 2.4 : 1.7}
      />
    </svg>
  </span>
);

interface Props {
  content: ApplicationModalContent;
  step: number;
}

export function Progress({ content: { progress: texts, steps }, step }: Props) {
  const names = steps.asking.map(({ progress }) => progress);
  const stepCount = names.length;
  const position = `${texts.step} ${step}/${stepCount}`;
  return (
    <div className="application-progress">
      <p role="status" className="sr-only">
        {position}
      </p>
      <div
        role="progressbar"
        aria-label={texts.label}
        aria-valuemin={0}
        aria-valuemax={stepCount}
        aria-valuenow={step}
        aria-valuetext={`${position}: ${names[step - 1]}`}
        className="application-wire"
      >
        <div
          className="application-wire-fill"
          style={{ '--share': step / stepCount } as CSSProperties}
        />
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
                {isDone && <span className="sr-only">, {texts.done}</span>}
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
