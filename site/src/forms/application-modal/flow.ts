import type { ApplicationModalContent } from '@funil/content/schema/application-modal';
import {
  APPLICATION_RULES,
  type ApplicationField,
  type ApplicationFields,
  EMPTY_APPLICATION,
  isFieldValid,
} from '@funil/contract/application-rules';

/** 0 welcomes, 1 to 4 ask, 5 confirms. */
export type Step = 0 | 1 | 2 | 3 | 4 | 5;

/** A field that the form shows. */
export type FormField = keyof ApplicationModalContent['fields'];

/** The fields of each step. A field is required if its rule rejects an empty value. */
export const STEP_FIELDS: Readonly<Record<Step, readonly FormField[]>> = {
  0: [],
  1: ['nome', 'email', 'whatsapp', 'instagram'],
  2: ['empresa', 'cargo', 'faturamento'],
  3: ['principais_desafios', 'cronograma'],
  4: ['experiencia_anterior'],
  5: [],
};

export const ASKING_STEPS = [1, 2, 3, 4] as const;

export type FieldErrors = Partial<Record<ApplicationField, string>>;

export interface FlowState {
  /** UUIDv7 of this opening; empty while closed. */
  applicationId: string;
  step: Step;
  data: ApplicationFields;
  /** The messages shown. A field is checked when it is left and when the visitor tries to go on. */
  errors: FieldErrors;
  submission: 'idle' | 'submitting';
}

export type FlowAction =
  | { type: 'open'; id: string }
  /** Opens a failed application again. */
  | { type: 'restore'; state: FlowState }
  | { type: 'close' }
  | { type: 'edit'; field: ApplicationField; text: string }
  | { type: 'leave'; field: ApplicationField }
  | { type: 'next' }
  | { type: 'back' }
  | { type: 'submit' }
  /** The backend's answer for the application of this id. */
  | { type: 'sent'; id: string }
  | { type: 'fail'; id: string };

export const CLOSED: FlowState = {
  applicationId: '',
  step: 0,
  data: EMPTY_APPLICATION,
  errors: {},
  submission: 'idle',
};

const isValid = (field: ApplicationField, data: ApplicationFields) =>
  isFieldValid(field, data[field]);

function findErrors(fields: readonly ApplicationField[], data: ApplicationFields): FieldErrors {
  const invalid = fields.filter((field) => !isValid(field, data));
  return Object.fromEntries(invalid.map((field) => [field, APPLICATION_RULES[field].message]));
}

/** Whether every field of the step is valid. */
export function canProceed({ step, data, submission }: FlowState): boolean {
  return submission === 'idle' && STEP_FIELDS[step].every((field) => isValid(field, data));
}

function withoutError(errors: FieldErrors, field: ApplicationField): FieldErrors {
  const { [field]: _cleared, ...others } = errors;
  return others;
}

function advance(state: FlowState): FlowState {
  if (state.step > 3) return state;
  const errors = findErrors(STEP_FIELDS[state.step], state.data);
  if (!canProceed(state)) return { ...state, errors: { ...state.errors, ...errors } };
  return { ...state, step: (state.step + 1) as Step };
}

function goBack(state: FlowState): FlowState {
  const isMovable = state.step > 0 && state.step < 5 && state.submission === 'idle';
  return isMovable ? { ...state, step: (state.step - 1) as Step } : state;
}

function submit(state: FlowState): FlowState {
  if (state.step !== 4 || state.submission === 'submitting') return state;
  const errors = findErrors(Object.values(STEP_FIELDS).flat(), state.data);
  // Extensions may change a field after its step was left.
  const invalidStep = ASKING_STEPS.find((step) => STEP_FIELDS[step].some((field) => errors[field]));
  if (invalidStep) return { ...state, errors, step: invalidStep };
  return { ...state, errors, submission: 'submitting' };
}

/** Whether an answer belongs to the open application. */
function isAwaited(state: FlowState, id: string): boolean {
  return state.submission === 'submitting' && state.applicationId === id;
}

/** Returns the state after an action; actions that do not fit leave it unchanged. */
export function reduceFlow(state: FlowState, action: FlowAction): FlowState {
  switch (action.type) {
    case 'open':
      return { ...CLOSED, applicationId: action.id };
    case 'restore':
      return action.state;
    case 'close':
      return CLOSED;
    case 'edit': {
      if (state.submission === 'submitting') return state;
      const { field, text } = action;
      const data = { ...state.data, [field]: text };
      return { ...state, data, errors: withoutError(state.errors, field) };
    }
    case 'leave': {
      const { field } = action;
      const errors = withoutError(state.errors, field);
      return { ...state, errors: { ...errors, ...findErrors([field], state.data) } };
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
