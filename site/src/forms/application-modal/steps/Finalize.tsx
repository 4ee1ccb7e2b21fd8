import { LongTextField } from '../fields/LongTextField.tsx';
import { StepTitle } from './StepTitle.tsx';
import type { StepProps } from './step-props.ts';

/** Step 4: a last question, the promises once more, and the sending. */
export function Finalize(props: StepProps) {
  const { steps, privacy, privacyLink } = props.content;
  const { confirmation } = steps.finalize;
  return (
    <>
      <StepTitle {...steps.finalize} />
      <div className="application-fields">
        <LongTextField {...props} name="experiencia_anterior" />
      </div>
      <section className="application-confirmation" data-tone="ink">
        <h3>{confirmation.title}</h3>
        <ul>
          {confirmation.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </section>
      <p className="mt-5 text-sm text-muted">
        {privacy}{' '}
        <a href="#privacidade" className="link">
          {privacyLink}
        </a>
      </p>
    </>
  );
}
