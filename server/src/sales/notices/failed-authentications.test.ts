import { expect, test } from 'vitest';
import { FailedAuthentications } from './failed-authentications.ts';

const LARGE = 234 * 1024;

function makeFailures() {
  let now = 0;
  const failures = new FailedAuthentications(() => now);
  const fill = (address: string, bytes: number) => {
    let admitted = 0;
    while (failures.admit(address, bytes)) admitted += 1;
    return admitted;
  };
  return {
    failures,
    fill,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test('refuses large bodies of an address that sent eight, and none of another address', () => {
  const { failures, fill } = makeFailures();
  expect(fill('203.0.113.9', LARGE)).toBe(8);
  expect(failures.admit('203.0.113.10', LARGE)).toBe(true);
});

test('accepts a notice of usual size while large bodies are refused', () => {
  const { failures, fill } = makeFailures();
  fill('203.0.113.9', LARGE);
  expect(failures.admit('203.0.113.9', 8 * 1024)).toBe(true);
});

test('accepts a notice again a second after many small failures', () => {
  const { failures, fill, pass } = makeFailures();
  expect(fill('203.0.113.9', 4_096)).toBe(170);
  pass(1_000);
  expect(failures.admit('203.0.113.9', 4_096)).toBe(true);
});

test('does not count authenticated notices', () => {
  const { failures } = makeFailures();
  for (let count = 0; count < 1_000; count += 1) {
    expect(failures.admit('203.0.113.9', LARGE)).toBe(true);
    failures.forgive('203.0.113.9', LARGE);
  }
});

test('drops the address that failed longest ago when there are too many addresses', () => {
  const { failures, fill } = makeFailures();
  fill('first', LARGE);
  for (let count = 0; count < 10_000; count += 1) failures.admit(`other ${count}`, 0);
  expect(failures.admit('first', LARGE)).toBe(true);
});
