import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addEvent, beginVisit } from './add-event.ts';
import type { StoredEvent, Visit } from './visit.ts';

const makeEvent = (changes: Partial<StoredEvent>): StoredEvent => ({
  number: 1,
  id: 'aa',
  session_id: '01',
  created_at: 1_000,
  occurred_at: 1_000,
  name: 'session_start',
  secao: null,
  payload: '{}',
  lead_ref: null,
  signals: null,
  test: null,
  version: null,
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_content: '',
  utm_term: '',
  ...changes,
});

const contents = fc.oneof(
  fc.record({
    name: fc.constantFrom('form_start', 'form_abandon', 'form_complete'),
    payload: fc.record({
      form: fc.constantFrom('lead', 'aplicacao'),
      step: fc.nat({ max: 5 }),
      field: fc.string(),
    }),
  }),
  fc.record({
    name: fc.constant('web_vital'),
    payload: fc.record({
      metric: fc.constantFrom('LCP', 'CLS'),
      value: fc.constantFrom(0, 0.1, 9_000, 86_400_000),
    }),
  }),
  fc.record({
    name: fc.constant('section_view'),
    payload: fc.record({ time_in_view_ms: fc.nat({ max: 86_400_000 }) }),
  }),
  fc.record({
    name: fc.constant('purchase'),
    payload: fc.record({
      transaction_id: fc.constantFrom('t1', 't2', '__proto__'),
      value: fc.integer({ min: 0, max: 3 }),
      currency: fc.constantFrom('BRL', 'USD'),
    }),
  }),
  fc.record({
    name: fc.constantFrom(
      ...['page_view', 'cta_click', 'generate_lead', 'checkout_redirect', 'form_of_later_release'],
    ),
    payload: fc.constantFrom({}, { form: null }),
  }),
);
const events = fc.array(
  fc
    .record({
      occurred_at: fc.integer({ min: 0, max: 5 }),
      created_at: fc.integer({ min: 0, max: 5 }),
      secao: fc.oneof(fc.constant(null), fc.constantFrom('hero', 'constructor', '__proto__')),
      content: contents.map(({ name, payload }) => ({ name, payload: JSON.stringify(payload) })),
      utm_source: fc.constantFrom('instagram', 'google'),
      utm_campaign: fc.constantFrom('a', 'b'),
      lead_ref: fc.constantFrom(null, 'r1', 'r2'),
      test: fc.constantFrom(null, 't1', 't2', 't3'),
      version: fc.constantFrom(null, 'a' as const, 'b' as const),
    })
    .map(({ content, ...event }) => ({ ...event, ...content })),
  { minLength: 1, maxLength: 12 },
);

function buildVisit([first, ...others]: readonly StoredEvent[]): Visit | null {
  if (!first) return null;
  const visit = beginVisit(first);
  for (const event of others) addEvent(visit, event);
  return visit;
}

test('counts a visit for the version that it saw first, and knows that it saw the other version', () => {
  const shown = (id: string, occurred_at: number, version: 'a' | 'b') =>
    makeEvent({ id, occurred_at, number: occurred_at, test: 'Título', version });
  const visit = buildVisit([shown('c', 3, 'a'), shown('b', 2, 'b'), shown('d', 4, 'b')]);
  expect(visit).toMatchObject({ test: 'Título', version: 'b' });
  expect(Object.keys(visit?.detail.versions ?? {}).sort()).toEqual(['a Título', 'b Título']);
});

test('builds the same visit in any order of its events', () => {
  const shuffled = events.chain((list) => {
    const numbered = list.map((event, index) =>
      makeEvent({ ...event, number: index, id: index.toString(16).padStart(2, '0') }),
    );
    const all = numbered.length;
    return fc.tuple(
      fc.constant(numbered),
      fc.shuffledSubarray(numbered, { minLength: all, maxLength: all }),
    );
  });
  fc.assert(
    fc.property(shuffled, ([inOrder, disordered]) => {
      expect(buildVisit(disordered)).toEqual(buildVisit(inOrder));
    }),
  );
});

test('takes the complete origin of the first event when it arrives last', () => {
  const visit = buildVisit([
    makeEvent({ occurred_at: 2_000, utm_source: 'google', utm_campaign: 'marca' }),
    makeEvent({ id: 'bb', number: 2, occurred_at: 1_000, utm_source: 'instagram' }),
  ]);
  expect(visit).toMatchObject({ began_at: 1_000, utm_source: 'instagram', utm_campaign: '' });
});

test('limits the sections of an endless session, in any order', () => {
  const sections = Array.from({ length: 500 }, (_, index) =>
    makeEvent({
      number: index,
      id: `e${index}`,
      name: 'section_view',
      secao: `s${index % 100}`,
      payload: '{"time_in_view_ms":10}',
    }),
  );
  const visit = buildVisit(sections);
  expect(Object.keys(visit?.detail.sections ?? {})).toHaveLength(40);
  expect(buildVisit(sections.toReversed())?.detail).toEqual(visit?.detail);
});

test('takes the smaller of two values that a browser reported for one purchase', () => {
  const purchase = (value: number) =>
    makeEvent({
      id: `p${value}`,
      name: 'purchase',
      payload: JSON.stringify({ transaction_id: 't1', value, currency: 'BRL' }),
    });
  const visit = beginVisit(purchase(1_497));
  addEvent(visit, purchase(997));
  expect(visit.detail.purchases).toEqual({ t1: { currency: 'BRL', value: 997 } });
});
