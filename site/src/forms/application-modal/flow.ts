import type { TypedAnswers } from '@funil/contract/contacts/form-questions';
import type { Question } from '@funil/contract/contacts/question';
import { emptyAnswers, findErrors, isAnswerValid } from '@funil/contract/contacts/questions';

/** 0 welcomes, the next steps ask, 5 confirms. */
export type Step = 0 | 1 | 2 | 3 | 4 | 5;

/** The questions of each step that asks: the first element is step 1. */
export type AskingSteps = readonly { readonly questions: readonly Question[] }[];

export const questionsOf = (asking: AskingSteps, step: Step): readonly Question[] =>
  asking[step - 1]?.questions ?? [];

export const allQuestions = (asking: AskingSteps): Question[] =>
  asking.flatMap(({ questions }) => questions);

export type FieldErrors = Readonly<Record<string, string>>;

export interface FlowState {
  /** UUIDv7 of this opening; empty while closed. */
  applicationId: string;
  step: Step;
  answers: TypedAnswers;
  /** The messages shown. A field is checked when it is left and when the visitor tries to go on. */
  errors: FieldErrors;
  submission: 'idle' | 'submitting';
}

export type FlowAction =
  | { type: 'open'; id: string }
  /** Opens a failed application again. */
  | { type: 'restore'; state: FlowState }
  | { type: 'close' }
  | { type: 'edit'; field: string; text: string }
  | { type: 'leave'; field: string }
  | { type: 'next' }
  | { type: 'back' }
  | { type: 'submit' }
  /** The backend's answer for the application of this id. */
  | { type: 'sent'; id: string }
  | { type: 'fail'; id: string };

function withoutError(errors: FieldErrors, field: string): FieldErrors {
  const { [field]: _cleared, ...others } = errors;
  return others;
}

/** Whether an answer belongs to the open application. */
function isAwaited(state: FlowState, id: string): boolean {
  return state.submission === 'submitting' && state.applicationId === id;
}

/** Returns the closed state, the reducer, and the rules of a form with these questions. */
export function createFlow(asking: AskingSteps) {
  const questions = allQuestions(asking);
  const closedState: FlowState = {
    applicationId: '',
    step: 0,
    answers: emptyAnswers(questions),
    errors: {},
    submission: 'idle',
  };

  /** Whether every field of the step is valid. */
  const canProceed = ({ step, answers, submission }: FlowState): boolean =>
    submission === 'idle' &&
    questionsOf(asking, step).every((question) => isAnswerValid(question, answers[question.key]));

  function advance(state: FlowState): FlowState {
    if (state.step >= asking.length) return state;
    const errors = findErrors(questionsOf(asking, state.step), state.answers);
    if (!canProceed(state)) return { ...state, errors: { ...state.errors, ...errors } };
    return { ...state, step: (state.step + 1) as Step };
  }

  function goBack(state: FlowState): FlowState {
    const canGoBack = state.step > 0 && state.step < 5 && state.submission === 'idle';
    return canGoBack ? { ...state, step: (state.step - 1) as Step } : state;
  }

  function submit(state: FlowState): FlowState {
    if (state.step !== asking.length || state.submission === 'submitting') return state;
    const errors = findErrors(questions, state.answers);
    // All steps are checked, because browser extensions may change a field after its step was left.
    const invalidIndex = asking.findIndex(({ questions }) =>
      questions.some(({ key }) => errors[key]),
    );
    if (invalidIndex >= 0) return { ...state, errors, step: (invalidIndex + 1) as Step };
    return { ...state, errors, submission: 'submitting' };
  }

  /** Returns the state after an action; actions that do not fit leave it unchanged. */
  function reduce(state: FlowState, action: FlowAction): FlowState {
    switch (action.type) {
      case 'open':
        return { ...closedState, applicationId: action.id };
      case 'restore':
        return action.state;
      case 'close':
        return closedState;
      case 'edit': {
        if (state.submission === 'submitting') return state;
        const { field, text } = action;
        const answers = { ...state.answers, [field]: text };
        return { ...state, answers, errors: withoutError(state.errors, field) };
      }
      case 'leave': {
        const { field } = action;
        const leftQuestions = questions.filter(({ key }) => key === field);
        const errors = withoutError(state.errors, field);
        return { ...state, errors: { ...errors, ...findErrors(leftQuestions, state.answers) } };
      }
      case 'next':
        return advance(state);
      case 'back':
        return goBack(state);
      case 'submit':
        return submit(state);
      case 'sent':
        return isAwaited(state, action.id) ? { ...state, step: 5, submission: 'idle' } : state;
      case 'fail':
        return isAwaited(state, action.id) ? { ...state, submission: 'idle' } : state;
    }
  }

  return { closedState, canProceed, reduce };
}
