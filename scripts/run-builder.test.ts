import { expect, test } from 'vitest';
import { lowMemoryEnv } from './run-builder.ts';

test('limits threads when memory is scarce', () => {
  expect(lowMemoryEnv(512, {})).toMatchObject({ UV_THREADPOOL_SIZE: '1', VIPS_CONCURRENCY: '1' });
});

test('puts the given Node options last, where they take precedence', () => {
  expect(lowMemoryEnv(512, { NODE_OPTIONS: '--max-old-space-size=200' }).NODE_OPTIONS).toMatch(
    /256 .* --max-old-space-size=200$/,
  );
});

test('changes nothing when memory is sufficient', () => {
  expect(lowMemoryEnv(2_000, {})).toEqual({});
});
