import { makeLink } from '@funil/server/operators/links';
import { openDatabase } from '@funil/server/store/open-database';
import { findPort } from '../../testkit/find-port.ts';
import { Funil } from '../../testkit/funil.ts';
import { test as base, expect } from '../fixtures.ts';

interface Console {
  readonly url: string;
  /** The address of a one-time link; null: the first operator's, who names himself. */
  makeLink(email: string | null): Promise<string>;
}

/** A server with its console, and nobody who signs in yet. */
export const test = base.extend<{ consolePort: string; operators: Console }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
  consolePort: async ({}, use) => use(String(await findPort())),
  funil: async ({ consolePort }, use) => {
    await using funil = new Funil({ env: { CONSOLE_PORT: consolePort } });
    await funil.start();
    await use(funil);
  },
  operators: async ({ funil, consolePort }, use) => {
    const url = `http://127.0.0.1:${consolePort}`;
    const isThere = () =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isThere, { timeout: 20_000 }).toBe(true);
    const store = { databaseUrl: null, dataDir: funil.dataDir };
    await using database = await openDatabase(store, 'write');
    await use({
      url,
      makeLink: async (email) =>
        `${url}/primeiro-acesso#${await makeLink(database, { email, role: 'owner' }, Date.now())}`,
    });
  },
});

export { expect };
