import type { ApplicationModalContent } from '@funil/content/schema/application-modal';
import {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { findDisabledSubmit } from '../../behaviours/early-submits.ts';
import { watchKeyboard } from '../../behaviours/keyboard.ts';
import { RobotTrap, readTrap } from '../RobotTrap.tsx';
import formStyles from './application-form.css?inline';
import { canProceed, STEP_FIELDS } from './flow.ts';
import { layOutAhead } from './lay-out-ahead.ts';
import { Navigation } from './Navigation.tsx';
import { Progress } from './Progress.tsx';
import progressStyles from './progress.css?inline';
import { Steps } from './Steps.tsx';
import type { Application } from './use-application.ts';

interface Props {
  content: ApplicationModalContent;
  application: Application;
}

// With the code that needs them, not with the press that shows it: new rules style the page anew.
const textContent = progressStyles + formStyles;
document.head.append(Object.assign(document.createElement('style'), { textContent }));

/** What happens next, along the foot of a step in a window with more height than its fields need. */
function Promises({ content }: { content: ApplicationModalContent }) {
  return (
    <ul className="application-foot">
      {content.steps.welcome.promises.map((promise) => (
        <li key={promise}>{promise}</li>
      ))}
    </ul>
  );
}

function focusField(form: HTMLFormElement | null, name: string | undefined): void {
  const field = name && form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}

/**
 * Steps 1 to 5, all of them there from the start, and at most one shown. A new step comes into view from
 * its top, and its title has the focus.
 */
export function ApplicationForm({ content, application }: Props) {
  const formRef = useRef<HTMLFormElement>(null);
  const { state, next, submit } = application;
  const { step, applicationId } = state;
  const isShown = step > 0;
  // Sent back to an earlier step by a field that is wrong: there it is that has the focus.
  const isSentBack = useRef(false);

  const focusWrong = () => {
    const now = application.read();
    const wrong = STEP_FIELDS[now.step].find((field) => now.errors[field]);
    focusField(formRef.current, wrong);
  };
  // Before the browser paints: the step and its focus are one frame.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each step
  useLayoutEffect(() => {
    const shown = formRef.current?.querySelector('.application-step[data-shown]');
    if (!shown) return;
    shown.parentElement?.scrollTo(0, 0);
    if (isSentBack.current) focusWrong();
    else shown.querySelector<HTMLElement>('[data-step-title]')?.focus({ preventScroll: true });
    isSentBack.current = false;
  }, [step]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: begun once more with each step
  useEffect(() => {
    const form = formRef.current;
    if (!form) return undefined;
    const parts = [form, ...form.querySelectorAll('.application-step')];
    if (applicationId) return layOutAhead(parts);
    // Closed: the next opening lays out what it shows, and no more.
    for (const part of parts) part.removeAttribute('data-ahead');
    return undefined;
  }, [applicationId, step]);
  useEffect(() => {
    const dialog = formRef.current?.closest('dialog');
    return dialog && isShown ? watchKeyboard(dialog) : undefined;
  }, [isShown]);

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
    if (!isSecond && formRef.current && findDisabledSubmit(formRef.current, event)) tryToGoOn();
  };

  const isAsking = step < 5;
  return (
    <form
      ref={formRef}
      data-shown={isShown || undefined}
      // Its own, since what is laid out ahead is styled ahead too.
      data-tone={isAsking ? 'paper' : 'ink'}
      noValidate
      onSubmit={goOn}
      onKeyDown={goOnByEnter}
      onClick={explainDisabled}
    >
      <RobotTrap key={applicationId} />
      {isAsking && <Progress content={content} step={step} />}
      <fieldset disabled={state.submission === 'submitting'} className="application-body">
        <Steps content={content} application={application} />
        {isShown && step < 4 && <Promises content={content} />}
      </fieldset>
      {isAsking && (
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
