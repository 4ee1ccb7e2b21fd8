import { expect, test } from 'vitest';
import { joinSignals, judgeSignals, PROVEN_PERSON_SIGNAL, removeSignals } from './robot-signals.ts';

test.each([
  [null, null],
  ['too-fast', null],
  ['no-area-code', null],
  ['malformed', null],
  ['honeypot', 'honeypot'],
  ['robot', 'robot'],
  ['headless', 'headless'],
  ['not-a-browser', 'not-a-browser'],
  ['too-fast,no-area-code', 'too-fast,no-area-code'],
  [`honeypot,${PROVEN_PERSON_SIGNAL}`, null],
])('judges the signals %s as %s', (signals, suspect) => {
  expect(judgeSignals(signals)).toBe(suspect);
});

test('joins signals without repetitions, and removes given ones', () => {
  expect(joinSignals('too-fast, honeypot', null, 'too-fast', undefined)).toBe('too-fast,honeypot');
  expect(joinSignals(null, '')).toBeNull();
  expect(removeSignals('same-phone,robot', ['same-phone'])).toBe('robot');
});
