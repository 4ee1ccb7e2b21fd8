import { expect, test } from 'vitest';
import { createClockFollower } from './clock-follower.ts';

test('tells each step of the clock, and tells it again after a failure', async () => {
  let nowMs = 1_000_000;
  let uptimeMs = 50;
  const follow = createClockFollower({ now: () => nowMs, uptime: () => uptimeMs });
  const steps: (number | null)[] = [];
  const record = async (stepMs: number | null) => void steps.push(stepMs);
  const fail = () => Promise.reject(new Error('no database'));
  await expect(follow(fail)).rejects.toThrow('no database');
  await follow(record);
  nowMs += 600 - 7_000;
  uptimeMs += 600;
  await expect(follow(fail)).rejects.toThrow('no database');
  await follow(record);
  await follow(record);
  nowMs += 9_000;
  await follow(record);
  expect(steps).toEqual([null, -7_000, 0, 9_000]);
});
