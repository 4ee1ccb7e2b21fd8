import { expect, test } from 'vitest';
import { lowMemoryEnv, pickBuilderEnv } from './run-builder.ts';

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
  expect(pickBuilderEnv({ ...needed, ...secrets })).toEqual(needed);
});

test('changes nothing when memory is sufficient', () => {
  expect(lowMemoryEnv(2_000, {})).toEqual({});
});
