import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'engines',
    root: join(import.meta.dirname, '../..'),
    include: ['e2e/engines/*.test.ts'],
    // Most of a journey is waiting: both engines at once, also on two cores.
    maxWorkers: 2,
    // Started on a busy machine, an engine alone takes half a minute.
    testTimeout: 150_000,
    hookTimeout: 150_000,
    expect: { poll: { timeout: 10_000, interval: 50 } },
  },
});
