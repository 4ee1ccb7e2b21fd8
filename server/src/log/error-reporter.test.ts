import { expect, test } from 'vitest';
import { RECOVERED } from '../store/health/report-error.ts';
import { createErrorReporter } from './error-reporter.ts';
import { createLogger } from './logger.ts';

test('logs a lasting failure at once, then after 1, 5 and every 30 minutes, and once when it is over', () => {
  const lines: string[] = [];
  let time = 0;
  const report = createErrorReporter(
    createLogger({
      write(line) {
        const { level, msg } = JSON.parse(line);
        lines.push(`${time / 60_000} ${level} ${msg}`);
      },
    }),
    () => time,
  );
  for (; time <= 70 * 60_000; time += 5_000) report('disk full', new Error());
  report('disk full', RECOVERED);
  report('disk full', RECOVERED);
  report('disk full', new Error());
  const over = time / 60_000;
  expect(lines).toEqual([
    ...[0, 1, 6, 36, 66].map((minute) => `${minute} error disk full`),
    `${over} info no longer: disk full`,
    `${over} error disk full`,
  ]);
});

test('logs another message or another cause at once, and each only once while they alternate', () => {
  const lines: unknown[] = [];
  const report = createErrorReporter(
    createLogger({ write: (line) => lines.push(JSON.parse(line).err.message) }),
    () => 0,
  );
  for (let times = 0; times < 3; times += 1) {
    report('no answer', Object.assign(new Error(), { code: 'ECONNREFUSED' }));
    report('no answer', new Error('timeout exceeded when trying to connect'));
  }
  report('no rows', Object.assign(new Error(), { code: 'ECONNREFUSED' }));
  expect(lines).toEqual([
    'ECONNREFUSED',
    'timeout exceeded when trying to connect',
    'ECONNREFUSED',
  ]);
});
