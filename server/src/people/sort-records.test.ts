import { expect, test } from 'vitest';
import { sortRecords, type TimelineRecord, withoutRepeats } from './sort-records.ts';

const at = (time: string) => `2026-11-03T${time}Z`;
const sale = (state: 'pending' | 'paid' | 'refunded', time: string): TimelineRecord => ({
  at: at(time),
  kind: 'sale',
  state,
  isPartialRefund: false,
  product: null,
  cents: null,
  platform: 'kiwify',
});
const lead = (time: string): TimelineRecord => ({ at: at(time), kind: 'lead' });
const section = (time: string): TimelineRecord => ({
  at: at(time),
  kind: 'section',
  section: 'hero',
  ms: 1_000,
});

test('puts a sale without seconds after its visitor’s actions in that minute', () => {
  const inOrder = [
    section('12:05:10.000'),
    lead('12:05:40.000'),
    sale('pending', '12:05:00.000'),
    sale('paid', '12:05:00.000'),
    section('12:06:01.000'),
    sale('refunded', '12:07:00.000'),
  ];
  expect(sortRecords(inOrder.toReversed())).toEqual(inOrder);
});

test('puts a sale with seconds at its second', () => {
  const inOrder = [sale('paid', '12:05:20.000'), lead('12:05:40.000')];
  expect(sortRecords(inOrder.toReversed())).toEqual(inOrder);
});

test('sorts records with the same timestamp by the order in which they can happen', () => {
  const inOrder = [section('12:05:20.500'), lead('12:05:20.500'), sale('paid', '12:05:20.500')];
  expect(sortRecords(inOrder.toReversed())).toEqual(inOrder);
});

const completed = (form: string): TimelineRecord => ({
  ...{ at: at('12:05:30.000'), kind: 'form', form, action: 'completed', field: null },
});

test('leaves out the event of a form whose row is in the timeline', () => {
  const records = [completed('lead'), completed('aplicacao'), lead('12:05:31.000')];
  expect(withoutRepeats(records)).toEqual(records.slice(1));
});

test('joins a section or a click with the same section or click directly before it', () => {
  const click = (label: string): TimelineRecord => ({
    ...{ at: at('12:05:40.000'), kind: 'click', label, section: null },
  });
  const [first, second] = [section('12:05:10.000'), section('12:05:20.000')];
  expect(withoutRepeats([first, second, click('A'), click('A'), click('B'), second])).toEqual([
    { ...first, ms: 2_000 },
    ...[click('A'), click('B'), second],
  ]);
});
