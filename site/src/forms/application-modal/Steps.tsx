import type { ChoicesContent, QuestionContent } from '@funil/content/schema/questions';
import { applicationRuleOf } from '@funil/contract/contacts/questions/application-questions';
import { type ChangeEvent, memo } from 'react';
import { Emphasis } from '../../parts/Emphasis.tsx';
import { PrivacyNote } from '../PrivacyNote.tsx';
import { type FieldControl, QuestionControl } from '../QuestionControl.tsx';
import { ATTRIBUTES_BY_COLUMN, maxLengthOf } from '../question-inputs.ts';
import { Choices } from './Choices.tsx';
import { type ApplicationFieldProps, describeField, type StepProps } from './describe-field.ts';

interface AskingStepProps extends StepProps {
  step: StepProps['content']['steps']['asking'][number];
  isLast: boolean;
}

/** Renders again only when its answers or errors change, because earlier functions of `application` still work. */
const AskingStep = memo(
  ({ step: { title, description, questions }, isLast, ...props }: AskingStepProps) => {
    return (
      <>
        <div className="application-title">
          <h2 tabIndex={-1} data-step-title>
            <Emphasis text={title} />
          </h2>
          <p className="mt-1.5 text-muted">{description}</p>
        </div>
        <div className="application-fields">
          {questions.map((question) =>
            question.kind === 'choices' ? (
              <Choices key={question.key} question={question} {...props} />
            ) : (
              <Field key={question.key} question={question} {...props} />
            ),
          )}
        </div>
        {isLast && <LastStepNotes content={props.content} />}
      </>
    );
  },
  (before, after) => {
    const [stateBefore, state] = [before.application.state, after.application.state];
    return after.step.questions.every(
      ({ key }) =>
        stateBefore.answers[key] === state.answers[key] &&
        stateBefore.errors[key] === state.errors[key],
    );
  },
);

type ContentProps = Pick<StepProps, 'content'>;

function LastStepNotes({ content }: ContentProps) {
  const { title, items } = content.steps.confirmation;
  return (
    <>
      <section className="application-confirmation" data-tone="ink">
        <h3>{title}</h3>
        <ul>
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </section>
      <PrivacyNote {...content} className="mt-4" />
    </>
  );
}

const Success = memo(({ content }: ContentProps) => {
  const { title, description, back } = content.steps.success;
  const { success } = content.toasts;
  return (
    <div className="application-success">
      <svg viewBox="-12 0 320 96" aria-hidden="true">
        <path d="M0 48H272" className="wire" />
        <path d="M0 48H272" pathLength="100" className="wire-pulse" />
        {[24, 88, 152].map((x) => (
          <circle key={x} cx={x} cy="48" r="9" fill="var(--color-lime)" />
        ))}
        <circle cx="256" cy="48" r="40" fill="var(--color-lime)" />
        <path d="M238 49l12 12 24-26" className="stroke text-ink" strokeWidth="6" />
      </svg>
      <h2 tabIndex={-1} data-step-title className="mt-8 text-title">
        <Emphasis text={title} />
      </h2>
      <p className="sr-only">
        {success.title} {success.description}
      </p>
      <p className="mt-4 max-w-[44ch] text-intro text-muted">{description}</p>
      <button type="button" data-closes className="button button-primary mt-9">
        {back}
      </button>
    </div>
  );
});

/** Renders every step, so that a click has only to show the next one. Hidden steps get no focus. */
export function Steps(props: StepProps) {
  const { step: currentStep } = props.application.state;
  const { asking } = props.content.steps;
  const attributesOf = (step: number) => ({
    className: 'application-step',
    'data-shown': step === currentStep || undefined,
  });
  return (
    <>
      {asking.map((step, index) => (
        <div key={step.questions[0]?.key} {...attributesOf(index + 1)}>
          <AskingStep step={step} isLast={index === asking.length - 1} {...props} />
        </div>
      ))}
      <div {...attributesOf(5)}>
        <Success content={props.content} />
      </div>
    </>
  );
}

/** A field with reserved space for its message, so that no other field moves when the message appears. */
function Field(props: ApplicationFieldProps<Exclude<QuestionContent, ChoicesContent>>) {
  const { question, application } = props;
  const { key, kind, required } = question;
  const { id, value, label, notes, isInvalid, describedBy } = describeField(props);
  return (
    <div className="application-field" data-wide={kind === 'longText' || undefined}>
      <label htmlFor={id}>{label}</label>
      <QuestionControl
        question={question}
        attributes={{
          id,
          name: key,
          value,
          required,
          'aria-invalid': isInvalid,
          'aria-describedby': describedBy,
          onChange: ({ target }: ChangeEvent<FieldControl>) =>
            application.editField(key, target.value),
          onBlur: () => application.leaveField(key),
          ...(kind === 'choice'
            ? { className: 'field field-select', 'data-empty': value === '' }
            : { className: 'field' }),
        }}
        text={{ maxLength: maxLengthOf(kind, applicationRuleOf(question)) }}
        input={{ enterKeyHint: 'next', ...ATTRIBUTES_BY_COLUMN[key] }}
      />
      {notes}
    </div>
  );
}
