import { expect, test } from 'vitest';
import { videoSchema } from './video.ts';

const isDuration = (text: string) => videoSchema.shape.duration.safeParse(text).success;

test('accepts a duration as YouTube shows it, also of more than an hour', () => {
  expect(['0:45', '3:42', '62:10', '1:02:33', '10:02:33'].filter(isDuration)).toHaveLength(5);
  expect([':45', '3m42s', '1:2:33', '1:62:33', '3:60', '1:02:03:04'].filter(isDuration)).toEqual(
    [],
  );
});
