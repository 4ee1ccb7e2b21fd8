import type { ApplicationModalContent } from '@funil/content/schema/application-modal';
import {
  type ComponentType,
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useRef,
} from 'react';
import { findDisabledUnder } from '../../behaviours/disabled-press.ts';
import { watchKeyboard } from '../../behaviours/keyboard.ts';
import { RobotTrap } from '../RobotTrap.tsx';
import { readTrap } from '../suspicion.ts';
import formStyles from './application-form.css?inline';
import { canProceed, STEP_FIELDS, type Step } from './flow.ts';
import { Navigation } from './Navigation.tsx';
import { Progress } from './Progress.tsx';
import { Promises } from './Promises.tsx';
import progressStyles from './progress.css?inline';
import { Challenges } from './steps/Challenges.tsx';
import { Company } from './steps/Company.tsx';
import { Finalize } from './steps/Finalize.tsx';
import { Personal } from './steps/Personal.tsx';
import { Success } from './steps/Success.tsx';
import type { StepProps } from './steps/step-props.ts';
import type { Application } from './use-application.ts';

interface Props {
  content: ApplicationModalContent;
  application: Application;
}

// With the code that needs them, not with the press that shows it: new rules style the page anew.
const textContent = progressStyles + formStyles;
document.head.append(Object.assign(document.createElement('style'), { textContent }));

const STEPS: Partial<Record<Step, ComponentType<StepProps>>> = {
  1: Personal,
  2: Company,
  3: Challenges,
  4: Finalize,
};

function focusField(form: HTMLFormElement | null, name: string | undefined): void {
  const field = name && form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}

/** Steps 1 to 5. A new step comes into view from its top, and its title has the focus. */
export function ApplicationForm({ content, application }: Props) {
  const formRef = useRef<HTMLFormElement>(null);
  const { state, next, submit } = application;
  const { step } = state;
  // Sent back to an earlier step by a field that is wrong: there it is that has the focus.
  const isSentBack = useRef(false);

  const focusWrong = () => {
    const now = application.read();
    const wrong = STEP_FIELDS[now.step].find((field) => now.errors[field]);
    focusField(formRef.current, wrong);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each step
  useEffect(() => {
    const form = formRef.current;
    form?.querySelector('.application-body')?.scrollTo(0, 0);
    if (isSentBack.current) focusWrong();
    else form?.querySelector<HTMLElement>('[data-step-title]')?.focus({ preventScroll: true });
    isSentBack.current = false;
  }, [step]);
  useEffect(() => {
    const dialog = formRef.current?.closest('dialog');
    return dialog ? watchKeyboard(dialog) : undefined;
  }, []);

  const tryToGoOn = () => {
    if (step === 4) {
      if (submit(readTrap(formRef.current))) return;
      isSentBack.current = application.read().step !== step;
      if (!isSentBack.current) focusWrong();
      return;
    }
    if (!next()) focusWrong();
  };
  const goOn = (event: FormEvent) => {
    event.preventDefault();
    tryToGoOn();
  };
  // A browser does not submit past a disabled button by itself.
  const goOnByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (!(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    tryToGoOn();
  };

  const explainDisabled = (event: MouseEvent) => {
    const isSecond = event.detail > 1;
    if (!isSecond && formRef.current && findDisabledUnder(formRef.current, event)) tryToGoOn();
  };

  const stepProps: StepProps = { content, application };
  const AskingStep = STEPS[step];
  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={goOn}
      onKeyDown={goOnByEnter}
      onClick={explainDisabled}
    >
      <RobotTrap />
      {AskingStep && <Progress content={content} step={step} />}
      <fieldset disabled={state.submission === 'submitting'} className="application-body">
        {AskingStep ? <AskingStep key={step} {...stepProps} /> : <Success {...stepProps} />}
        {AskingStep && step < 4 && <Promises content={content} />}
      </fieldset>
      {AskingStep && (
        <Navigation
          content={content.navigation}
          isLast={step === 4}
          isSubmitting={state.submission === 'submitting'}
          canProceed={canProceed(state)}
          back={application.back}
        />
      )}
    </form>
  );
}
