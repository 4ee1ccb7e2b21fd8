import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CLOSED, type FlowAction, type FlowState, reduceFlow } from './flow.ts';

type Data = FlowState['data'];

/** What each step asks for, said a second time and independently of the rules. */
const IS_COMPLETE: Record<number, (data: Data) => boolean> = {
  1: ({ nome, email, whatsapp, instagram }) =>
    nome.trim().length >= 2 &&
    ['ana@souza.com', 'b@c.d'].includes(email) &&
    whatsapp.replace(/\D/g, '').length >= 10 &&
    ['', '@', '@ana'].includes(instagram),
  2: ({ empresa, cargo, faturamento }) =>
    empresa.trim().length >= 2 && cargo.trim().length >= 2 && faturamento === '5k-10k',
  3: ({ principais_desafios, cronograma }) =>
    principais_desafios.trim().length >= 10 && cronograma === '3anos+',
};
const VALUES: Partial<Record<keyof Data, string[]>> = {
  nome: ['', ' A ', 'Ana'],
  email: ['', 'ana', 'ana@souza.com', 'b@c.d', 'a b@c.d'],
  whatsapp: ['', '+55 (11) 9876', '+55 (11) 98765-4321', '+351912345678'],
  instagram: ['', '@', '@ana', 'ana', '@a b'],
  empresa: ['', 'X', 'Souza'],
  cargo: ['', ' d ', 'sócia'],
  faturamento: ['', '5k-10k', 'muito'],
  principais_desafios: ['', 'curto', 'ninguém me encontra'],
  cronograma: ['', '3anos+', 'ontem'],
  experiencia_anterior: ['', 'sim'],
};

const ids = fc.constantFrom('first', 'second');
const field = fc.constantFrom(...(Object.keys(VALUES) as (keyof Data)[]));
const edit: fc.Arbitrary<FlowAction> = field.chain((name) =>
  fc.constantFrom(...(VALUES[name] ?? [''])).map((text) => ({ type: 'edit', field: name, text })),
);
const action: fc.Arbitrary<FlowAction> = fc.oneof(
  { weight: 4, arbitrary: edit },
  { weight: 12, arbitrary: fc.constant<FlowAction>({ type: 'next' }) },
  { weight: 2, arbitrary: field.map((name): FlowAction => ({ type: 'leave', field: name })) },
  { weight: 1, arbitrary: fc.constant<FlowAction>({ type: 'back' }) },
  { weight: 8, arbitrary: fc.constant<FlowAction>({ type: 'submit' }) },
  { weight: 1, arbitrary: ids.map((id): FlowAction => ({ type: 'open', id })) },
  { weight: 1, arbitrary: fc.constant<FlowAction>({ type: 'close' }) },
  { weight: 6, arbitrary: ids.map((id): FlowAction => ({ type: 'sent', id })) },
  { weight: 1, arbitrary: ids.map((id): FlowAction => ({ type: 'fail', id })) },
);

const complete: FlowAction[] = Object.entries({
  nome: 'Ana',
  email: 'b@c.d',
  whatsapp: '+351912345678',
  empresa: 'Souza',
  cargo: 'sócia',
  faturamento: '5k-10k',
  principais_desafios: 'ninguém me encontra',
  cronograma: '3anos+',
}).map(([name, text]) => ({ type: 'edit', field: name as keyof Data, text }));

const send: FlowAction[] = [
  ...Array.from({ length: 4 }, (): FlowAction => ({ type: 'next' })),
  { type: 'submit' },
  { type: 'sent', id: 'first' },
];

/** Random actions, half of them after a form filled in and sent: else hardly one would get far. */
const course = fc
  .tuple(fc.boolean(), fc.array(action, { maxLength: 6 }), fc.array(action, { maxLength: 50 }))
  .map(([isFilled, first, then]): FlowAction[] => [
    { type: 'open', id: 'first' },
    ...(isFilled ? complete : []),
    ...first,
    ...(isFilled ? send : []),
    ...then,
  ]);

test('no course of actions reaches step 5 unconfirmed, or leaves a step that is not complete', () => {
  const reached = new Set<number>();
  fc.assert(
    fc.property(course, (actions) => {
      let state = CLOSED;
      for (const next of actions) {
        const before = state;
        state = reduceFlow(before, next);
        reached.add(state.step);
        if (state.step <= before.step) continue;
        expect(state.step).toBe(before.step + 1);
        const left = before.step === 4 ? [1, 2, 3] : [before.step];
        for (const step of left) expect(IS_COMPLETE[step]?.(before.data) ?? true).toBe(true);
        if (state.step < 5) continue;
        expect(before.submission).toBe('submitting');
        expect(next).toEqual({ type: 'sent', id: before.applicationId });
      }
    }),
    { numRuns: 2000 },
  );
  expect([...reached].sort()).toEqual([0, 1, 2, 3, 4, 5]);
});
