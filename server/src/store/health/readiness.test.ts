import { expect, test } from 'vitest';
import { createReadiness } from './readiness.ts';

function startReadiness(answers: boolean[]) {
  const clock = { time: 0, probes: 0 };
  const readiness = createReadiness(
    async () => {
      clock.probes += 1;
      return answers.shift() ?? true;
    },
    () => clock.time,
  );
  return { clock, readiness };
}

test('probes at most once a second', async () => {
  const { clock, readiness } = startReadiness([false, true]);
  const results = await Promise.all([
    readiness.isReady(),
    readiness.isReady(),
    readiness.isReady(),
  ]);
  expect(results).toEqual([false, false, false]);
  clock.time = 999;
  expect(await readiness.isReady()).toBe(false);
  clock.time = 1_000;
  expect(await readiness.isReady()).toBe(true);
  expect(clock.probes).toBe(2);
});

test('probes nothing while captures report their result', async () => {
  const { clock, readiness } = startReadiness([]);
  readiness.record(true);
  clock.time = 500;
  expect(await readiness.isReady()).toBe(true);
  readiness.record(false);
  expect(await readiness.isReady()).toBe(false);
  expect(clock.probes).toBe(0);
});
