import { randomInt, randomUUID } from 'node:crypto';
import type { ContactChange } from '@funil/contract/console/contacts';
import { test as base, expect, type Page } from '@playwright/test';
import { findPort } from '../../testkit/find-port.ts';
import { Funil } from '../../testkit/funil.ts';
import { makeLead } from '../../testkit/rows.ts';
import { insert } from '../../testkit/start-app.ts';
import { HOTTOK, sendPaymentNotice } from './hotmart-notice.ts';
import { addOperator, signIn } from './operator-session.ts';

export const EMAIL = 'ana@escola.test';
export const PASSWORD = 'girassol no telhado';

type Session = Awaited<ReturnType<typeof signIn>>;

/** A server with its console, and an operator's session. */
export interface ConsoleServer {
  funil: Funil;
  url: string;
  session: Session;
}

/** Waits until the console's listener answers: it starts after the page's. */
export async function waitForConsole(url: string): Promise<void> {
  const answers = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(answers, { timeout: 20_000 }).toBe(true);
}

async function startConsoleServer(use: (server: ConsoleServer) => Promise<void>): Promise<void> {
  const port = String(await findPort());
  await using funil = new Funil({
    env: { CONSOLE_PORT: port, HOTMART_HOTTOK: HOTTOK, WEBHOOK_ALLOW_PRIVATE: 'true' },
  });
  await funil.start();
  await addOperator(funil.dataDir, EMAIL, PASSWORD);
  const url = `http://127.0.0.1:${port}`;
  await waitForConsole(url);
  await use({ funil, url, session: await signIn(url, EMAIL, PASSWORD) });
}

/** A session as auth-js keeps it. */
const keep = (session: Session): string =>
  JSON.stringify({
    ...session,
    expires_at: Math.floor(Date.now() / 1000) + session.expires_in,
  });

/** One server and one sign-in for all tests of a worker: each test makes its own people. */
export const test = base.extend<{ expectedErrors: RegExp[] }, { server: ConsoleServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => startConsoleServer(use),
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  expectedErrors: async ({}, use) => use([]),
  storageState: async ({ server }, use) =>
    use({
      cookies: [],
      origins: [
        {
          origin: server.url,
          localStorage: [
            {
              name: 'funil-console-session',
              value: keep(server.session),
            },
          ],
        },
      ],
    }),
  baseURL: async ({ server }, use) => use(server.url),
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

export { expect, type Page };

const SYLLABLES = 'ba ce di fo gu la me ni po ru sa te vi zo'.split(' ');

/** A name that is unique in this database. */
export function makeName(): string {
  const word = () =>
    Array.from({ length: 4 }, () => SYLLABLES[randomInt(SYLLABLES.length)]).join('');
  const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  return `${upper(word())} ${upper(word())}`;
}

export const makePhone = () => `(11) 9${randomInt(1000, 9999)}-${randomInt(1000, 9999)}`;

/** A visitor leaves name and phone on the page; resolves once the lead is listed. */
export async function createLead(server: ConsoleServer, changes: Record<string, unknown> = {}) {
  const lead = makeLead({ nome: makeName(), telefone: makePhone(), ...changes });
  const response = await insert(server.funil.url, 'leads', lead, {
    'idempotency-key': randomUUID(),
  });
  expect(response.status).toBe(201);
  await expect.poll(() => readApiText(server, 'leads')).toContain(lead.nome);
  return { name: String(lead.nome), phone: String(lead.telefone) };
}

/** A person's row in a list. */
export const rowOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ hasText: name });

/**
 * Another operator's request to the console.
 * @param path below `/console/v1/`
 * @returns the answer's JSON; another status than 200 fails the test
 */
export async function requestApi(
  { url, session }: ConsoleServer,
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

/** The other operator changes a person's state or note. @param subject such as `lead:7` */
export const changeContact = (
  server: ConsoleServer,
  subject: string | null,
  change: ContactChange,
) => requestApi(server, 'PATCH', `subjects/${subject}`, change);

/** The whole answer for a path as text, to look for words in. */
export const readApiText = async (server: ConsoleServer, path: string): Promise<string> =>
  JSON.stringify(await requestApi(server, 'GET', path));

interface Bought {
  name?: string;
  phone?: string;
  product?: string;
  /** In ms since 1970; left out: now. */
  at?: number;
  /** Whether it is a Pix that is not paid yet. */
  isOpen?: boolean;
}

/** Hotmart notifies the server of a payment or a Pix; resolves once the sale is listed. */
export async function createSale(server: ConsoleServer, bought: Bought = {}) {
  const { name = makeName(), phone = makePhone(), product, at, isOpen } = bought;
  const sample = isOpen ? 'pix-issued' : 'approved';
  const told = await sendPaymentNotice(server.funil.url, { name, phone, product, at, sample });
  expect(told.status).toBe(200);
  await expect.poll(() => readApiText(server, 'sales')).toContain(told.transaction);
  return { name, phone, transaction: told.transaction };
}

/** Puts a session into the page's browser, as the sign-in keeps it. */
export async function storeSession(page: Page, session: Session): Promise<void> {
  await page.goto('/icon.svg');
  await page.evaluate((kept) => localStorage.setItem('funil-console-session', kept), keep(session));
}
