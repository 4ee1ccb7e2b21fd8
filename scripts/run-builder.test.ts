import { expect, test } from 'vitest';
import { lowMemoryEnv, pickBuilderEnv, runAndReadFailure } from './run-builder.ts';

test('limits threads when memory is scarce', () => {
  expect(lowMemoryEnv(512, {})).toMatchObject({ UV_THREADPOOL_SIZE: '1', VIPS_CONCURRENCY: '1' });
});

test('puts the given Node options last, where they take precedence', () => {
  expect(lowMemoryEnv(512, { NODE_OPTIONS: '--max-old-space-size=200' }).NODE_OPTIONS).toMatch(
    /256 .* --max-old-space-size=200$/,
  );
});

test('gives the builder no secret', () => {
  const needed = { PATH: '/bin', NODE_OPTIONS: '-r x', PUBLIC_SUPABASE_URL: 'https://a.test' };
  const secrets = { SECRETS_KEY: 'x', DATABASE_URL: 'x', SMTP_URL: 'x', HOTMART_HOTTOK: 'x' };
  const ofRegistry = { NODE_AUTH_TOKEN: 'x' };
  expect(pickBuilderEnv({ ...needed, ...secrets, ...ofRegistry })).toEqual(needed);
});

test('says that a builder took too long when the time limit ends it', async () => {
  const options = { cwd: import.meta.dirname, name: 'A geração da página', timeoutMs: 50 };
  const failure = await runAndReadFailure('--eval', ['setInterval(() => {}, 1000)'], options);
  expect(failure).toContain(
    'A geração da página não terminou: o processo demorou demais e foi encerrado',
  );
  expect(failure).not.toContain('quase sempre');
});

test('changes nothing when memory is sufficient', () => {
  expect(lowMemoryEnv(2_000, {})).toEqual({});
});
