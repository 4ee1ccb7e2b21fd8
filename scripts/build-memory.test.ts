import { expect, test } from 'vitest';
import { frugalSettings } from './build-memory.ts';

test('where memory is scarce the build does one thing after the other', () => {
  expect(frugalSettings(512, {})).toMatchObject({ UV_THREADPOOL_SIZE: '1', VIPS_CONCURRENCY: '1' });
});

test('options for Node that were given come last, and win', () => {
  expect(frugalSettings(512, { NODE_OPTIONS: '--max-old-space-size=200' }).NODE_OPTIONS).toMatch(
    /256 .* --max-old-space-size=200$/,
  );
});

test('with room enough the build is as fast as it can be', () => {
  expect(frugalSettings(2_000, {})).toEqual({});
});
