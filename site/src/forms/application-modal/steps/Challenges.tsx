import { LongTextField } from '../fields/LongTextField.tsx';
import { SelectField } from '../fields/SelectField.tsx';
import { StepTitle } from './StepTitle.tsx';
import type { StepProps } from './step-props.ts';

/** Step 3: what stands in the way, and until when. */
export function Challenges(props: StepProps) {
  return (
    <>
      <StepTitle {...props.content.steps.challenges} />
      <div className="application-fields">
        <LongTextField {...props} name="principais_desafios" />
        <SelectField {...props} name="cronograma" />
      </div>
    </>
  );
}
