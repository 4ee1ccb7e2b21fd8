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

test('asked often, it writes once a second', async () => {
  const { clock, readiness } = startReadiness([false, true]);
  const asked = await Promise.all([readiness.ask(), readiness.ask(), readiness.ask()]);
  expect(asked).toEqual([false, false, false]);
  clock.time = 999;
  expect(await readiness.ask()).toBe(false);
  clock.time = 1_000;
  expect(await readiness.ask()).toBe(true);
  expect(clock.probes).toBe(2);
});

test('while visitors rows are stored it writes nothing itself', async () => {
  const { clock, readiness } = startReadiness([]);
  readiness.told(true);
  clock.time = 500;
  expect(await readiness.ask()).toBe(true);
  readiness.told(false);
  expect(await readiness.ask()).toBe(false);
  expect(clock.probes).toBe(0);
});
