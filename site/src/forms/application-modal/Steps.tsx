import { type ComponentType, memo } from 'react';
import { Emphasis } from '../../parts/Emphasis.tsx';
import { LongTextField, SelectField, type StepProps, TextField } from './Fields.tsx';
import { STEP_FIELDS, type Step } from './flow.ts';

interface StepTitleProps {
  title: string;
  description: string;
}

/** A step's title, which gets the focus when the step is shown, and its description. */
function StepTitle({ title, description }: StepTitleProps) {
  return (
    <div className="application-title">
      <h2 tabIndex={-1} data-step-title>
        <Emphasis text={title} />
      </h2>
      <p className="mt-1.5 text-muted">{description}</p>
    </div>
  );
}

/** Turns the phone keyboard's corrections off. */
const VERBATIM = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false };

function Personal(props: StepProps) {
  return (
    <>
      <StepTitle {...props.content.steps.personal} />
      <div className="application-fields">
        <TextField
          {...props}
          name="nome"
          input={{ autoComplete: 'name', autoCapitalize: 'words' }}
        />
        <TextField
          {...props}
          name="email"
          input={{ type: 'email', inputMode: 'email', autoComplete: 'email' }}
        />
        <TextField
          {...props}
          name="whatsapp"
          input={{ type: 'tel', inputMode: 'tel', autoComplete: 'tel', 'data-mask': 'whatsapp' }}
        />
        <TextField
          {...props}
          name="instagram"
          input={{ ...VERBATIM, autoComplete: 'off', 'data-mask': 'instagram' }}
        />
      </div>
    </>
  );
}

function Company(props: StepProps) {
  const company = { autoComplete: 'organization', autoCapitalize: 'words' };
  return (
    <>
      <StepTitle {...props.content.steps.company} />
      <div className="application-fields">
        <TextField {...props} name="empresa" input={company} />
        <TextField {...props} name="cargo" input={{ autoComplete: 'organization-title' }} />
        <SelectField {...props} name="faturamento" />
      </div>
    </>
  );
}

function Challenges(props: StepProps) {
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

function Finalize(props: StepProps) {
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

function Success({ content }: StepProps) {
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
        <path d="M238 49l12 12 24-26" className="stroke text-ink" strokeWidth="6" />
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

type VisibleStep = Exclude<Step, 0>;

const STEPS: [step: VisibleStep, Content: ComponentType<StepProps>][] = [
  [1, memoize(1, Personal)],
  [2, memoize(2, Company)],
  [3, memoize(3, Challenges)],
  [4, memoize(4, Finalize)],
  [5, memoize(5, Success)],
];

/** Renders a step again only when its fields or errors change; the application's functions need no update. */
function memoize(step: VisibleStep, Content: ComponentType<StepProps>) {
  return memo(Content, (before, after) => {
    const [old, now] = [before.application.state, after.application.state];
    return STEP_FIELDS[step].every(
      (field) => old.data[field] === now.data[field] && old.errors[field] === now.errors[field],
    );
  });
}

/** Renders every step, so that a press only shows the next one. Hidden steps cannot get the focus. */
export function Steps(props: StepProps) {
  const { step: current } = props.application.state;
  return STEPS.map(([step, Content]) => (
    <div key={step} className="application-step" data-shown={step === current || undefined}>
      <Content {...props} />
    </div>
  ));
}
