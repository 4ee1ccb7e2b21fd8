import { expect, test } from 'vitest';
import { lowMemoryEnv } from './run-builder.ts';

test('builds one thing after the other if memory is scarce', () => {
  expect(lowMemoryEnv(512, {})).toMatchObject({ UV_THREADPOOL_SIZE: '1', VIPS_CONCURRENCY: '1' });
});

test('puts given options for Node last, where they win', () => {
  expect(lowMemoryEnv(512, { NODE_OPTIONS: '--max-old-space-size=200' }).NODE_OPTIONS).toMatch(
    /256 .* --max-old-space-size=200$/,
  );
});

test('changes nothing if memory is not scarce', () => {
  expect(lowMemoryEnv(2_000, {})).toEqual({});
});
