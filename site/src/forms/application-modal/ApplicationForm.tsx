import type { ApplicationModalContent } from '@funil/content/schema/application-modal';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { watchKeyboard } from '../../behaviours/keyboard.ts';
import { afterPaint, whenIdle } from '../../behaviours/timing.ts';
import { addStyle } from '../add-style.ts';
import { submitHandlers, useFocusAfterFailedSave } from '../FormDialog.tsx';
import { Honeypot, readSubmissionHints } from '../Honeypot.tsx';
import type { FieldControl } from '../QuestionControl.tsx';
import selectStyles from '../select.css?inline';
import formStyles from './application-form.css?inline';
import type { StepProps } from './describe-field.ts';
import { type FlowState, questionsOf } from './flow.ts';
import { Progress } from './Progress.tsx';
import progressStyles from './progress.css?inline';
import { Steps } from './Steps.tsx';
import { restoreAtNextOpening, useKeptAnswers } from './use-kept-answers.ts';

// The rules are added when this file loads, because adding them when a click shows the form would restyle the page.
addStyle(progressStyles + formStyles + selectStyles);

/** The layouts begin after this time, because the browser is busy right after a click. */
const LAYOUT_AHEAD_DELAY_MS = 700;

/** Lets the browser lay out hidden parts, one by one when idle, before the click that shows them. */
function layOutAhead(elements: readonly Element[]): () => void {
  const pending = elements.filter((element) => !element.hasAttribute('data-ahead'));
  const layOutNext = () => {
    const element = pending.shift();
    if (!element) return;
    element.setAttribute('data-ahead', '');
    afterPaint(schedule);
  };
  const schedule = () => whenIdle(layOutNext, 2000);
  const timer = setTimeout(schedule, LAYOUT_AHEAD_DELAY_MS);
  return () => {
    clearTimeout(timer);
    pending.length = 0;
  };
}

const ProgramPromises = ({ content }: { content: ApplicationModalContent }) => (
  <ul className="application-foot">
    {content.steps.welcome.promises.map((promise) => (
      <li key={promise}>{promise}</li>
    ))}
  </ul>
);

interface NavigationProps {
  content: ApplicationModalContent['navigation'];
  isLast: boolean;
  isSubmitting: boolean;
  canProceed: boolean;
  back: () => boolean;
}

function StepNavigation({ content, isLast, isSubmitting, canProceed, back }: NavigationProps) {
  const submitLabel = isSubmitting ? content.submitting : content.submit;
  return (
    <div className="application-navigation">
      <button
        type="button"
        className="button button-outline"
        onClick={back}
        disabled={isSubmitting}
      >
        {content.back}
      </button>
      <button
        type="submit"
        className="button button-primary"
        disabled={!canProceed}
        aria-busy={isSubmitting}
        // The second click of a double click was meant for the step before.
        onClick={(event) => event.detail > 1 && event.preventDefault()}
      >
        {isLast ? submitLabel : content.next}
      </button>
    </div>
  );
}

type FormRef = RefObject<HTMLFormElement | null>;

/** Returns a function that focuses the first invalid field, if of an earlier step, once that step is shown. */
function useStepFocus(formRef: FormRef, { content, application }: StepProps): () => void {
  const { step } = application.state;
  const isSentBack = useRef(false);
  const previousStep = useRef(0);
  const focusInvalid = () => {
    const latestState = application.read();
    isSentBack.current = latestState.step !== step;
    if (isSentBack.current) return;
    const invalid = questionsOf(content.steps.asking, step).find(
      ({ key }) => latestState.errors[key],
    );
    // Of several choices, the first one gets the focus.
    const field = invalid && formRef.current?.querySelector(`[name="${invalid.key}"]`);
    if (field instanceof HTMLElement) field.focus();
  };
  // A layout effect puts the step and its focus into one frame.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each step
  useLayoutEffect(() => {
    const form = formRef.current;
    // On the way back to the welcome step, which is outside the form, an open dialog's first title gets the focus.
    const dialog = previousStep.current > 0 && form?.closest('dialog[open]');
    previousStep.current = step;
    const stepElement = form?.querySelector('.application-step[data-shown]') || dialog;
    if (!stepElement) return;
    stepElement.parentElement?.scrollTo(0, 0);
    // In a narrow or low panel the panel scrolls instead (application-form.css).
    form?.parentElement?.scrollTo(0, 0);
    const title = stepElement.querySelector<HTMLElement>('[data-step-title]');
    if (isSentBack.current) focusInvalid();
    else title?.focus({ preventScroll: true });
  }, [step]);
  return focusInvalid;
}

function useLayoutAhead(formRef: FormRef, { applicationId, step }: FlowState): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarted with each step
  useEffect(() => {
    const form = formRef.current;
    if (!form) return undefined;
    const elements = [form, ...form.querySelectorAll('.application-step')];
    if (applicationId) return layOutAhead(elements);
    // A closed dialog keeps no layout, so that the next opening lays out only the visible part.
    for (const element of elements) element.removeAttribute('data-ahead');
    return undefined;
  }, [applicationId, step]);
}

/** The first event comes from back-button.ts, the second from the browser. */
const BACK_EVENTS = ['funil:step-back', 'cancel'];

/**
 * Chrome on Android turns the phone's back button or gesture into a request to close the dialog, and closes it anyway
 * if the visitor has not touched it since the last request.
 */
function useBackGesture(formRef: FormRef, application: StepProps['application']): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, because an earlier `back` still works
  useEffect(() => {
    const dialog = formRef.current?.closest('dialog');
    if (!dialog) return undefined;
    let lastKey = '';
    const recordKey = ({ key }: KeyboardEvent) => {
      lastKey = key;
    };
    const goBack = (event: Event) => {
      // The Escape key sends the same event, and closes the dialog instead of going back.
      if (event.type === 'cancel' && lastKey === 'Escape') lastKey = '';
      else if (!event.cancelable) restoreAtNextOpening(application.read());
      else if (application.back()) event.preventDefault();
    };
    dialog.addEventListener('keydown', recordKey);
    for (const type of BACK_EVENTS) dialog.addEventListener(type, goBack);
    return () => {
      dialog.removeEventListener('keydown', recordKey);
      for (const type of BACK_EVENTS) dialog.removeEventListener(type, goBack);
    };
  }, []);
}

const AUTOFILLED_SELECTOR = 'input:not([type="checkbox"]), select, textarea';

/** Renders all steps after the welcome, and shows at most one. */
export function ApplicationForm({ content, application }: StepProps) {
  const formRef = useRef<HTMLFormElement>(null);
  const { state, next, submit } = application;
  const { step, applicationId } = state;
  const isShown = step > 0;
  const { asking } = content.steps;
  const isLast = step === asking.length;
  const isSubmitting = state.submission === 'submitting';
  useFocusAfterFailedSave(formRef, isSubmitting);
  const focusInvalid = useStepFocus(formRef, { content, application });
  useLayoutAhead(formRef, state);
  useKeptAnswers(application, formRef);
  useEffect(() => {
    const dialog = formRef.current?.closest('dialog');
    return dialog && isShown ? watchKeyboard(dialog) : undefined;
  }, [isShown]);
  useBackGesture(formRef, application);

  /** Takes over values that browsers filled in without the event that React waits for. */
  const readAutofilled = () => {
    const controls = formRef.current?.querySelectorAll<FieldControl>(AUTOFILLED_SELECTOR) ?? [];
    const { answers } = application.read();
    for (const { name, value } of controls) {
      if (name in answers && answers[name] !== value) application.editField(name, value);
    }
  };
  const advance = () => {
    readAutofilled();
    const isDone = isLast ? submit(readSubmissionHints(formRef.current)) : next();
    if (!isDone) focusInvalid();
  };

  const isAsking = step < 5;
  return (
    <form
      ref={formRef}
      data-shown={isShown || undefined}
      // Repeats the panel's tone, because the form is styled before it is shown.
      data-tone={isAsking ? 'paper' : 'ink'}
      onInput={readAutofilled}
      noValidate
      {...submitHandlers(advance)}
    >
      <Honeypot key={applicationId} />
      {isAsking && <Progress content={content} step={step} />}
      <fieldset disabled={isSubmitting} className="application-body">
        <Steps content={content} application={application} />
        {isShown && step < asking.length && <ProgramPromises content={content} />}
      </fieldset>
      {isAsking && (
        <StepNavigation
          content={content.navigation}
          isLast={isLast}
          isSubmitting={isSubmitting}
          canProceed={application.canProceed}
          back={application.back}
        />
      )}
    </form>
  );
}
