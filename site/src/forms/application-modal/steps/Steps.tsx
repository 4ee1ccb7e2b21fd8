import { type ComponentType, memo } from 'react';
import { STEP_FIELDS, type Step } from '../flow.ts';
import { Challenges } from './Challenges.tsx';
import { Company } from './Company.tsx';
import { Finalize } from './Finalize.tsx';
import { Personal } from './Personal.tsx';
import { Success } from './Success.tsx';
import type { StepProps } from './step-props.ts';

type Shown = Exclude<Step, 0>;

const STEPS: [step: Shown, What: ComponentType<StepProps>][] = [
  [1, drawnFor(1, Personal)],
  [2, drawnFor(2, Company)],
  [3, drawnFor(3, Challenges)],
  [4, drawnFor(4, Finalize)],
  [5, drawnFor(5, Success)],
];

/** Drawn anew only as what it asks changes; what it calls of an application is always the same. */
function drawnFor(step: Shown, What: ComponentType<StepProps>) {
  return memo(What, (before, after) => {
    const [old, now] = [before.application.state, after.application.state];
    return STEP_FIELDS[step].every(
      (field) => old.data[field] === now.data[field] && old.errors[field] === now.errors[field],
    );
  });
}

/** Every step, so that a press only has to show the next one; those not shown are neither seen nor reached. */
export function Steps(props: StepProps) {
  const { step: present } = props.application.state;
  return STEPS.map(([step, What]) => (
    <div key={step} className="application-step" data-shown={step === present || undefined}>
      <What {...props} />
    </div>
  ));
}
