import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'engines',
    root: join(import.meta.dirname, '../..'),
    include: ['e2e/engines/*.test.ts'],
    // The engines run at the same time, even on two cores, because a journey mostly waits.
    maxWorkers: 2,
    // Limits only end a hang; tests pass on a machine ten times slower.
    testTimeout: 15 * 60_000,
    hookTimeout: 15 * 60_000,
    expect: { poll: { timeout: 2 * 60_000, interval: 50 } },
  },
});
