import { expect, test } from 'vitest';
import { FailedProofs } from './failed-proofs.ts';

const LARGE = 234 * 1024;

function makeFailures() {
  let now = 0;
  const failures = new FailedProofs(() => now);
  return {
    failures,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test('refuses large bodies of an address when it sent many that proved nothing, and no other address', () => {
  const { failures } = makeFailures();
  for (let count = 0; count < 8; count += 1) failures.add('203.0.113.9', LARGE);
  expect(failures.hasRoom('203.0.113.9', LARGE)).toBe(false);
  expect(failures.hasRoom('203.0.113.10', LARGE)).toBe(true);
});

test('has room for a notice of usual size while large bodies are refused', () => {
  const { failures } = makeFailures();
  for (let count = 0; count < 8; count += 1) failures.add('203.0.113.9', LARGE);
  expect(failures.hasRoom('203.0.113.9', 8 * 1024)).toBe(true);
});

test('has room again a second after hundreds of small failures', () => {
  const { failures, pass } = makeFailures();
  let sent = 0;
  while (failures.hasRoom('203.0.113.9', 4_096)) {
    failures.add('203.0.113.9', 4_096);
    sent += 1;
  }
  expect(sent).toBeGreaterThan(300);
  pass(1_000);
  expect(failures.hasRoom('203.0.113.9', 4_096)).toBe(true);
});

test('forgets the address that failed longest ago when too many are known', () => {
  const { failures } = makeFailures();
  for (let count = 0; count < 9; count += 1) failures.add('first', LARGE);
  for (let count = 0; count < 10_000; count += 1) failures.add(`other ${count}`, 0);
  expect(failures.hasRoom('first', LARGE)).toBe(true);
});
