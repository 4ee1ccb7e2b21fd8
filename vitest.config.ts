import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Most of a test is waiting for a server or a database: three at once, also on two cores.
    maxWorkers: 3,
    // Modules are read once, not for each file anew: a fifth of the time.
    isolate: false,
    // Processes that tests start read compiled code, which halves the CPU time of a start.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/funil-tests') },
    // The limits only end a hang: on a machine ten times slower, too, no test comes near them.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 120_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contract,content,server,scripts,testkit}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**', 'server/tests/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser code',
          include: ['{site,console}/**/*.test.ts'],
          // The modules keep state, as a browser's tab does: queries, timers, queued requests.
          isolate: true,
          exclude: ['**/node_modules/**', '**/dist/**'],
        },
      },
      { extends: true, test: { name: 'server', include: ['server/tests/**/*.test.ts'] } },
    ],
  },
});
