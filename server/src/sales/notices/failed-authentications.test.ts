import { expect, test } from 'vitest';
import { FailedAuthentications } from './failed-authentications.ts';

const LARGE = 234 * 1024;

function makeFailures() {
  let now = 0;
  const failures = new FailedAuthentications(() => now);
  const takeAll = (address: string, bytes: number) => {
    let taken = 0;
    while (failures.take(address, bytes)) taken += 1;
    return taken;
  };
  return {
    failures,
    takeAll,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test('refuses large bodies of an address that sent eight, and none of another address', () => {
  const { failures, takeAll } = makeFailures();
  expect(takeAll('203.0.113.9', LARGE)).toBe(8);
  expect(failures.take('203.0.113.10', LARGE)).toBe(true);
});

test('accepts a notice of usual size while large bodies are refused', () => {
  const { failures, takeAll } = makeFailures();
  takeAll('203.0.113.9', LARGE);
  expect(failures.take('203.0.113.9', 8 * 1024)).toBe(true);
});

test('accepts a notice again a second after many small failures', () => {
  const { failures, takeAll, pass } = makeFailures();
  expect(takeAll('203.0.113.9', 4_096)).toBe(170);
  pass(1_000);
  expect(failures.take('203.0.113.9', 4_096)).toBe(true);
});

test('does not count authenticated notices', () => {
  const { failures } = makeFailures();
  for (let count = 0; count < 1_000; count += 1) {
    expect(failures.take('203.0.113.9', LARGE)).toBe(true);
    failures.giveBack('203.0.113.9', LARGE);
  }
});

test('drops the address that failed longest ago when there are too many addresses', () => {
  const { failures, takeAll } = makeFailures();
  takeAll('first', LARGE);
  for (let count = 0; count < 10_000; count += 1) failures.take(`other ${count}`, 0);
  expect(failures.take('first', LARGE)).toBe(true);
});
