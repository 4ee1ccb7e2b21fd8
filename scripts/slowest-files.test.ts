import { expect, test } from 'vitest';
import { describeSlowest, readPlaywrightDurations, readVitestDurations } from './slowest-files.ts';

test('adds up the durations of a file’s tests, including grouped and repeated tests', () => {
  const test = (...durations: number[]) => ({
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  });
  const report = {
    config: { rootDir: '/funil/e2e' },
    suites: [
      {
        file: 'console/lists.spec.ts',
        specs: [test(1_000)],
        suites: [{ file: 'console/lists.spec.ts', specs: [test(500, 700)] }],
      },
    ],
  };
  expect(readPlaywrightDurations('/funil', report)).toEqual([
    { file: 'e2e/console/lists.spec.ts', ms: 2_200 },
  ]);
});

test('names the ten files that took longest, the slowest first', () => {
  const testResults = Array.from({ length: 12 }, (_, n) => ({
    name: `/funil/server/tests/${n}.test.ts`,
    startTime: 5_000,
    endTime: 5_000 + n * 1_040,
  }));
  const lines = describeSlowest(readVitestDurations('/funil', { testResults }));
  expect(lines).toHaveLength(10);
  expect([lines[0], lines[9]]).toEqual([
    '   11.4 s  server/tests/11.test.ts',
    '    2.1 s  server/tests/2.test.ts',
  ]);
});
