import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Tests mostly wait for a server or a database, so three run at once even on two cores.
    maxWorkers: 3,
    // Test files share loaded modules; a run takes a fifth of the time it takes when each file loads them anew.
    isolate: false,
    // Processes that tests start read compiled code, which halves the CPU time of a start.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/funil-tests') },
    // The limits only end a test that hangs. Every other test ends long before, even on a slow machine.
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
          unstubGlobals: true,
          exclude: ['**/node_modules/**', '**/dist/**'],
        },
      },
      { extends: true, test: { name: 'server', include: ['server/tests/**/*.test.ts'] } },
    ],
  },
});
