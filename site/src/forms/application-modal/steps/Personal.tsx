import { TextField } from '../fields/TextField.tsx';
import { StepTitle } from './StepTitle.tsx';
import type { StepProps } from './step-props.ts';

/** Step 1: who applies and where to answer. */
export function Personal(props: StepProps) {
  return (
    <>
      <StepTitle {...props.content.steps.personal} />
      <div className="application-fields">
        <TextField {...props} name="nome" autoComplete="name" autoCapitalize="words" />
        <TextField {...props} name="email" type="email" inputMode="email" autoComplete="email" />
        <TextField
          {...props}
          name="whatsapp"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          mask="whatsapp"
        />
        <TextField {...props} name="instagram" autoComplete="off" mask="instagram" isVerbatim />
      </div>
    </>
  );
}
