import {
  emptyAnswers,
  findApplicationErrors,
  isApplicationAnswerValid,
} from '@funil/contract/contacts/questions/application-questions';
import type { TypedAnswers } from '@funil/contract/contacts/questions/form-questions';
import type { Question } from '@funil/contract/contacts/questions/question';

/** Step 0 welcomes, steps 1 to 4 ask questions, step 5 confirms. */
export type Step = 0 | 1 | 2 | 3 | 4 | 5;

/** The first element is step 1. */
export type QuestionSteps = readonly { readonly questions: readonly Question[] }[];

export const questionsOf = (questionSteps: QuestionSteps, step: Step): readonly Question[] =>
  questionSteps[step - 1]?.questions ?? [];

export const allQuestions = (questionSteps: QuestionSteps): Question[] =>
  questionSteps.flatMap(({ questions }) => questions);

export type FieldErrors = Readonly<Record<string, string>>;

export interface FlowState {
  /** UUIDv7 of this opening; empty while closed. */
  applicationId: string;
  step: Step;
  answers: TypedAnswers;
  /** Messages by field. A field is checked when the visitor leaves it or its step. */
  errors: FieldErrors;
  submission: 'idle' | 'submitting';
}

export type FlowAction =
  | { type: 'open'; id: string }
  | { type: 'restore'; state: FlowState }
  | { type: 'close' }
  | { type: 'edit'; field: string; text: string }
  | { type: 'leave'; field: string }
  | { type: 'next' }
  | { type: 'back' }
  | { type: 'submit' }
  /** The backend stored (`sent`) or refused (`failed`) the application with this id. */
  | { type: 'sent'; id: string }
  | { type: 'failed'; id: string };

function withoutError(errors: FieldErrors, field: string): FieldErrors {
  const { [field]: _cleared, ...others } = errors;
  return others;
}

const isSubmissionOf = (state: FlowState, id: string): boolean =>
  state.submission === 'submitting' && state.applicationId === id;

export function createFlow(questionSteps: QuestionSteps) {
  const questions = allQuestions(questionSteps);
  const closedState: FlowState = {
    applicationId: '',
    step: 0,
    answers: emptyAnswers(questions),
    errors: {},
    submission: 'idle',
  };

  const canProceed = ({ step, answers, submission }: FlowState): boolean =>
    submission === 'idle' &&
    questionsOf(questionSteps, step).every((question) =>
      isApplicationAnswerValid(question, answers[question.key]),
    );

  function advance(state: FlowState): FlowState {
    if (state.step >= questionSteps.length) return state;
    const errors = findApplicationErrors(questionsOf(questionSteps, state.step), state.answers);
    if (!canProceed(state)) return { ...state, errors: { ...state.errors, ...errors } };
    return { ...state, step: (state.step + 1) as Step };
  }

  function goBack(state: FlowState): FlowState {
    const canGoBack = state.step > 0 && state.step < 5 && state.submission === 'idle';
    return canGoBack ? { ...state, step: (state.step - 1) as Step } : state;
  }

  function submit(state: FlowState): FlowState {
    if (state.step !== questionSteps.length || state.submission === 'submitting') return state;
    const errors = findApplicationErrors(questions, state.answers);
    // Browser extensions may change a field of an earlier step, so all steps are checked.
    const invalidIndex = questionSteps.findIndex(({ questions }) =>
      questions.some(({ key }) => errors[key]),
    );
    if (invalidIndex >= 0) return { ...state, errors, step: (invalidIndex + 1) as Step };
    return { ...state, errors, submission: 'submitting' };
  }

  /** Returns the next state; the same state for an action that the step does not allow. */
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
        return {
          ...state,
          errors: { ...errors, ...findApplicationErrors(leftQuestions, state.answers) },
        };
      }
      case 'next':
        return advance(state);
      case 'back':
        return goBack(state);
      case 'submit':
        return submit(state);
      case 'sent':
        return isSubmissionOf(state, action.id) ? { ...state, step: 5, submission: 'idle' } : state;
      case 'failed':
        return isSubmissionOf(state, action.id) ? { ...state, submission: 'idle' } : state;
    }
  }

  return { closedState, canProceed, reduce };
}
