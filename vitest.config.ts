import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Most of a test is waiting for a server or a database: three at once, also on two cores.
    maxWorkers: 3,
    // Modules are read once, not for each file anew: a fifth of the time.
    isolate: false,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,content,server,scripts,testkit}/**/*.test.ts'],
          // Some start a process, which on a busy machine takes its time.
          testTimeout: 30_000,
          exclude: ['**/node_modules/**', '**/dist/**', 'server/tests/**'],
        },
      },
      {
        test: {
          name: 'browser code',
          include: ['{site,console}/**/*.test.ts'],
          // Its modules keep state, as a browser's tab does: queries, timers, queued requests.
          isolate: true,
          exclude: ['**/node_modules/**', '**/dist/**'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/tests/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
