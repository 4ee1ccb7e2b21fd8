import { Funil } from '../testkit/funil.ts';
import { test as base, expect } from './fixtures.ts';

/** A server per worker, for tests that do not read stored rows. */
export const test = base.extend<object, { sharedFunil: Funil }>({
  sharedFunil: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      await using funil = new Funil();
      await funil.start();
      await use(funil);
    },
    { scope: 'worker' },
  ],
  funil: async ({ sharedFunil }, use) => use(sharedFunil),
});

export { expect };
