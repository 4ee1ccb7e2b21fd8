import { randomInt, randomUUID } from 'node:crypto';
import type { SubjectChange } from '@funil/contract/console/subjects';
import { test as base, expect, type Page } from '@playwright/test';
import { findPort } from '../../testkit/find-port.ts';
import { Funil } from '../../testkit/funil.ts';
import { makeLead } from '../../testkit/rows.ts';
import { insert } from '../../testkit/start-app.ts';
import { HOTTOK } from './notice.ts';
import { addOperator, signIn } from './operator-session.ts';

export const EMAIL = 'ana@escola.test';
export const PASSWORD = 'girassol no telhado';

type Session = Awaited<ReturnType<typeof signIn>>;

/** The server with its console, and somebody at the desk who is signed in. */
export interface Desk {
  funil: Funil;
  url: string;
  session: Session;
}

async function openDesk(use: (desk: Desk) => Promise<void>): Promise<void> {
  const port = String(await findPort());
  await using funil = new Funil({
    env: { CONSOLE_PORT: port, HOTMART_HOTTOK: HOTTOK, WEBHOOK_ALLOW_PRIVATE: 'true' },
  });
  await funil.start();
  await addOperator(funil.dataDir, EMAIL, PASSWORD);
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(
      () =>
        fetch(url).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 20_000 },
    )
    .toBe(true);
  await use({ funil, url, session: await signIn(url, EMAIL, PASSWORD) });
}

/** One server and one sign-in for all tests of a worker: each makes people of its own. */
export const test = base.extend<{ expectedErrors: RegExp[] }, { desk: Desk }>({
  desk: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => openDesk(use),
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  expectedErrors: async ({}, use) => use([]),
  storageState: async ({ desk }, use) =>
    use({
      cookies: [],
      origins: [
        {
          origin: desk.url,
          localStorage: [
            {
              name: 'funil-console-session',
              value: JSON.stringify({
                ...desk.session,
                expires_at: Math.floor(Date.now() / 1000) + desk.session.expires_in,
              }),
            },
          ],
        },
      ],
    }),
  baseURL: async ({ desk }, use) => use(desk.url),
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page
      .context()
      .route('https://wa.me/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>WhatsApp</title>' }),
      );
    await use(page);
    const unexpected = errors.filter((text) => !expectedErrors.some((known) => known.test(text)));
    expect(unexpected, 'console errors').toEqual([]);
  },
});

export { expect };

const SYLLABLES = [
  'ba',
  'ce',
  'di',
  'fo',
  'gu',
  'la',
  'me',
  'ni',
  'po',
  'ru',
  'sa',
  'te',
  'vi',
  'zo',
];

/** A name that nobody else in this database has. */
export function makeName(): string {
  const word = () =>
    Array.from({ length: 4 }, () => SYLLABLES[randomInt(SYLLABLES.length)]).join('');
  const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  return `${upper(word())} ${upper(word())}`;
}

export const makePhone = () => `(11) 9${randomInt(1000, 9999)}-${randomInt(1000, 9999)}`;

/** Somebody leaves name and phone on the page; the lead, which is listed beside all else, is there afterwards. */
export async function arrive(desk: Desk, changes: Record<string, unknown> = {}) {
  const lead = makeLead({ nome: makeName(), telefone: makePhone(), ...changes });
  const response = await insert(desk.funil.url, 'leads', lead, {
    'idempotency-key': randomUUID(),
  });
  expect(response.status).toBe(201);
  await expect.poll(() => readElsewhere(desk, 'leads')).toContain(lead.nome);
  return { name: String(lead.nome), phone: String(lead.telefone) };
}

/** The row of somebody in a list. */
export const rowOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ hasText: name });

/**
 * What the other operator, at another desk, asks the console for.
 * @param path below `/console/v1/`
 * @returns the answer's JSON; an answer that is not a good one fails the test
 */
export async function askElsewhere(
  { url, session }: Desk,
  method: string,
  path: string,
  body?: unknown,
) {
  const answer = await fetch(`${url}/console/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${session.access_token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(answer.status, `${method} ${path}`).toBe(200);
  return answer.json();
}

/** The other operator changes a lead's state or note. */
export const changeElsewhere = (desk: Desk, id: string | undefined, change: SubjectChange) =>
  askElsewhere(desk, 'PATCH', `subjects/lead:${id}`, change);

/** Everything that one answer for a path has, to look for words in. */
export const readElsewhere = async (desk: Desk, path: string): Promise<string> =>
  JSON.stringify(await askElsewhere(desk, 'GET', path));
