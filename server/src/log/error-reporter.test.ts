import { expect, test } from 'vitest';
import { createErrorReporter } from './error-reporter.ts';
import { createLogger } from './logger.ts';

test('logs the same message once a second, and another one at once', () => {
  const lines: string[] = [];
  let time = 0;
  const report = createErrorReporter(
    createLogger({ write: (line) => lines.push(JSON.parse(line).msg) }),
    () => time,
  );
  report('disk full', new Error());
  time = 500;
  report('disk full', new Error());
  report('no answer', new Error());
  time = 1000;
  report('disk full', new Error());
  expect(lines).toEqual(['disk full', 'no answer', 'disk full']);
});

test('logs no message of an error that may quote personal data', () => {
  const lines: string[] = [];
  const report = createErrorReporter(createLogger({ write: (line) => lines.push(line) }), () => 0);
  report('refused', Object.assign(new Error('Key (email)=(ana@exemplo.com)'), { code: '23505' }));
  expect(lines.join('')).not.toContain('ana@exemplo.com');
  expect(lines.join('')).toContain('23505');
});
