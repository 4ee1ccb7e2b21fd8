import { SelectField } from '../fields/SelectField.tsx';
import { TextField } from '../fields/TextField.tsx';
import { StepTitle } from './StepTitle.tsx';
import type { StepProps } from './step-props.ts';

/** Step 2: the business. */
export function Company(props: StepProps) {
  return (
    <>
      <StepTitle {...props.content.steps.company} />
      <div className="application-fields">
        <TextField {...props} name="empresa" autoComplete="organization" autoCapitalize="words" />
        <TextField {...props} name="cargo" autoComplete="organization-title" />
        <SelectField {...props} name="faturamento" />
      </div>
    </>
  );
}
