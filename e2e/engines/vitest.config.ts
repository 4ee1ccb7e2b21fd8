import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'engines',
    root: join(import.meta.dirname, '../..'),
    include: ['e2e/engines/*.test.ts'],
    // Most of a journey is waiting: both engines at once, also on two cores.
    maxWorkers: 2,
    // Limits only end a hang: they pass on a machine ten times slower.
    testTimeout: 15 * 60_000,
    hookTimeout: 15 * 60_000,
    expect: { poll: { timeout: 2 * 60_000, interval: 50 } },
  },
});
