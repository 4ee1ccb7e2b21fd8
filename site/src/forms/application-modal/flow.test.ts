import { listApplicationColumnQuestions } from '@funil/contract/contacts/questions/application-questions';
import { expect, test } from 'vitest';
import { createFlow, type FlowAction, type FlowState, type Step } from './flow.ts';

const QUESTIONS = listApplicationColumnQuestions();
/** The demonstration's steps. */
const QUESTION_STEPS = [
  { questions: QUESTIONS.slice(0, 4) },
  { questions: QUESTIONS.slice(4, 7) },
  { questions: QUESTIONS.slice(7, 9) },
  { questions: QUESTIONS.slice(9) },
];
const { closedState: CLOSED, canProceed, reduce: reduceFlow } = createFlow(QUESTION_STEPS);
const ID = '01930000-0000-7000-8000-000000000001';
const COMPLETE = {
  ...CLOSED.answers,
  nome: 'Ana Souza',
  email: 'ana@souza.com.br',
  whatsapp: '+55 (11) 98765-4321',
  empresa: 'Souza & Filhas',
  cargo: 'sócia',
  faturamento: '10k-30k',
  principais_desafios: 'Ninguém me conhece fora do bairro.',
  cronograma: '1ano',
};

const at = (step: Step, answers: FlowState['answers'] = COMPLETE): FlowState => ({
  ...CLOSED,
  applicationId: ID,
  step,
  answers: { ...CLOSED.answers, ...answers },
});
const after = (state: FlowState, ...actions: FlowAction[]) => actions.reduce(reduceFlow, state);

test('opens empty on the welcome step with a new id and @ in Instagram', () => {
  const opened = after(at(3), { type: 'open', id: 'another' });
  expect(opened).toEqual({ ...CLOSED, applicationId: 'another' });
  expect(opened.step).toBe(0);
  expect(opened.answers).toMatchObject({ nome: '', instagram: '@', cronograma: '' });
});

test('goes on from the welcome step without validation', () => {
  expect(after(at(0, {}), { type: 'next' }).step).toBe(1);
});

test.each([1, 2, 3] as const)('goes on from step %i when it is complete', (step) => {
  expect(canProceed(at(step))).toBe(true);
  expect(after(at(step), { type: 'next' }).step).toBe(step + 1);
});

test.each([
  [1, 'nome', ' A ', 'Nome deve ter pelo menos 2 caracteres'],
  [1, 'email', 'ana@souza', 'Email inválido'],
  [1, 'whatsapp', '+55 (11) 98765', 'WhatsApp inválido (mínimo 10 dígitos)'],
  [1, 'instagram', '@ana souza', 'Instagram deve começar com @ (ex: @usuario)'],
  [2, 'empresa', 'S', 'Nome da empresa deve ter pelo menos 2 caracteres'],
  [2, 'cargo', '', 'Cargo deve ter pelo menos 2 caracteres'],
  [2, 'faturamento', '', 'Selecione uma faixa de faturamento'],
  [
    3,
    'principais_desafios',
    '  vender  ',
    'Descreva seus principais desafios (mínimo 10 caracteres)',
  ],
  [3, 'cronograma', '', 'Selecione um cronograma'],
] as const)('stays on step %i with a message while %s is "%s"', (step, field, text, message) => {
  const state = at(step, { ...COMPLETE, [field]: text });
  expect(canProceed(state)).toBe(false);
  const refused = after(state, { type: 'next' });
  expect(refused.step).toBe(step);
  expect(refused.errors).toEqual({ [field]: message });
});

test('checks a field when it is left, and removes the message when it is edited', () => {
  const left = after(at(1, {}), { type: 'leave', field: 'email' });
  expect(left.errors).toEqual({ email: 'Email inválido' });
  const edited = after(left, { type: 'edit', field: 'email', text: 'a' });
  expect(edited.errors).toEqual({});
  expect(edited.answers.email).toBe('a');
});

test.each([1, 2, 3, 4] as const)('goes back from step %i and keeps what was typed', (step) => {
  const back = after(at(step), { type: 'back' });
  expect(back.step).toBe(step - 1);
  expect(back.answers).toEqual(COMPLETE);
});

test.each([0, 5] as const)('does not go back from step %i', (step) => {
  expect(after(at(step), { type: 'back' }).step).toBe(step);
});

test('goes from step 4 to step 5 only when the backend confirms', () => {
  expect(after(at(4), { type: 'next' }).step).toBe(4);
  expect(after(at(4), { type: 'sent', id: ID }).step).toBe(4);
  const sending = after(at(4), { type: 'submit' });
  expect(sending).toMatchObject({ step: 4, submission: 'submitting' });
  expect(after(sending, { type: 'sent', id: ID })).toMatchObject({ step: 5, submission: 'idle' });
});

test('checks all eight required fields when sending', () => {
  const refused = after(at(4, {}), { type: 'submit' });
  expect(refused.submission).toBe('idle');
  expect(Object.keys(refused.errors)).toHaveLength(8);
});

test.each([
  ['email', 1],
  ['cargo', 2],
  ['cronograma', 3],
] as const)('returns from an invalid %s to step %i when sending', (field, step) => {
  const refused = after(at(4), { type: 'edit', field, text: '' }, { type: 'submit' });
  expect(refused).toMatchObject({ step, submission: 'idle' });
  expect(Object.keys(refused.errors)).toEqual([field]);
});

test.each([0, 1, 2, 3, 5] as const)('does not send from step %i', (step) => {
  expect(after(at(step), { type: 'submit' })).toEqual(at(step));
});

test('ignores edits, repeats and steps back while sending', () => {
  const sending = after(at(4), { type: 'submit' });
  const actions: FlowAction[] = [
    { type: 'back' },
    { type: 'submit' },
    { type: 'edit', field: 'nome', text: 'x' },
  ];
  for (const action of actions) expect(after(sending, action)).toEqual(sending);
});

test('keeps everything when sending fails', () => {
  const failed = after(at(4), { type: 'submit' }, { type: 'failed', id: ID });
  expect(failed).toEqual(at(4));
});

test('empties everything when the dialog is closed', () => {
  expect(after(at(4), { type: 'submit' }, { type: 'close' })).toEqual(CLOSED);
});

test('ignores the backend’s answer for an application that was closed', () => {
  const reopened = after(at(4), { type: 'submit' }, { type: 'close' }, { type: 'open', id: 'new' });
  expect(after(reopened, { type: 'sent', id: ID })).toEqual(reopened);
  expect(after(reopened, { type: 'failed', id: ID })).toEqual(reopened);
  const sending = after(at(4), { type: 'submit' });
  expect(after(sending, { type: 'sent', id: 'earlier' })).toEqual(sending);
  expect(after(sending, { type: 'failed', id: 'earlier' })).toEqual(sending);
});

test('sends from the last step with questions when there is only one', () => {
  const { closedState, reduce } = createFlow(QUESTION_STEPS.slice(0, 1));
  const onOnlyStep = reduce(
    { ...closedState, applicationId: ID, step: 1, answers: COMPLETE },
    { type: 'next' },
  );
  expect(onOnlyStep.step).toBe(1);
  expect(reduce(onOnlyStep, { type: 'submit' })).toMatchObject({
    step: 1,
    submission: 'submitting',
  });
});
