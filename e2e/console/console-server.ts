import { randomInt, randomUUID } from 'node:crypto';
import { capitalize } from '@funil/contract/characters';
import type { ContactChange } from '@funil/contract/contacts/contacts';
import type { Role } from '@funil/contract/operators/roles';
import { expect, type Page } from '@playwright/test';
import { findPort } from '../../testkit/find-port.ts';
import { Funil } from '../../testkit/funil.ts';
import { makeApplication, makeLead } from '../../testkit/rows.ts';
import { postRows } from '../../testkit/start-app.ts';
import { watchErrors } from '../console-errors.ts';
import { prolongTimers } from '../prolong-timers.ts';
import { test as base } from '../window.ts';
import { HOTTOK, sendCartNotice, sendPaymentNotice } from './hotmart-notice.ts';
import {
  addOperator,
  type OperatorSession,
  renewSession,
  signIn,
  waitForConsole,
} from './operator-session.ts';

/** A server with its console, and the session of an owner. */
export interface ConsoleServer {
  funil: Funil;
  url: string;
  session: OperatorSession;
}

/** Signs an owner in. @param settings environment variables */
export async function startConsoleServer(
  settings: Record<string, string> = {},
): Promise<ConsoleServer & AsyncDisposable> {
  const port = String(await findPort());
  await using stack = new AsyncDisposableStack();
  const funil = stack.use(
    new Funil({
      env: {
        CONSOLE_PORT: port,
        HOTMART_HOTTOK: HOTTOK,
        WEBHOOK_ALLOW_PRIVATE: 'true',
        ...settings,
      },
    }),
  );
  await funil.start();
  await addOperator(funil.dataDir, 'ana@escola.test');
  const url = `http://127.0.0.1:${port}`;
  await waitForConsole(url);
  const session = await signIn(url, 'ana@escola.test');
  const started = stack.move();
  return { funil, url, session, [Symbol.asyncDispose]: () => started.disposeAsync() };
}

const SESSION_KEY = 'funil-console-session';

/** Returns a session as auth-js stores it. */
const serializeSession = ({ app: _, ...session }: OperatorSession): string =>
  JSON.stringify(session);

/** Renews the owner's session while no page uses it, because on a busy machine a worker's tests outlast the session. */
export async function renewOwner(server: ConsoleServer): Promise<void> {
  server.session = await renewSession(server.url, server.session);
}

/** How long toasts show. */
const TOAST_TIMES_MS = [5_000, 10_000];

/** A `test` whose tests in one worker share a server and a session, so that each creates its own contacts. */
export const test = base.extend<{ expectedErrors: RegExp[] }, { server: ConsoleServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      await using server = await startConsoleServer();
      await use(server);
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  expectedErrors: async ({}, use) => use([]),
  storageState: async ({ server }, use) => {
    await renewOwner(server);
    const localStorage = [{ name: SESSION_KEY, value: serializeSession(server.session) }];
    await use({ cookies: [], origins: [{ origin: server.url, localStorage }] });
  },
  baseURL: async ({ server }, use) => use(server.url),
  page: async ({ page, expectedErrors }, use) => {
    await prolongTimers(page.context(), TOAST_TIMES_MS);
    await watchErrors(page, expectedErrors, () => use(page));
  },
});

/** Signs the page's browser in as the owner of a server other than the worker's, from the next page load on. */
export async function useSessionOf(page: Page, server: ConsoleServer): Promise<void> {
  await renewOwner(server);
  await page
    .context()
    .addInitScript(([key, value]) => localStorage.setItem(key, value), [
      SESSION_KEY,
      serializeSession(server.session),
    ] as const);
}

export { expect, type Page };

/** Adds an operator and signs the page's browser in as that operator. @returns the secret of the authenticator app */
export async function signInAs(
  page: Page,
  { funil, url }: ConsoleServer,
  email: string,
  role?: Role,
): Promise<string> {
  await addOperator(funil.dataDir, email, role);
  const session = await signIn(url, email);
  // The server's other pages have no storage, or would open a session themselves.
  await page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto('/blank');
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    SESSION_KEY,
    serializeSession(session),
  ] as const);
  return session.app.secret;
}

/**
 * Calls `press`, which must open a conversation, and answers with a fake WhatsApp. Without routes, a page loads in
 * half the time. @returns the conversation's address
 */
export async function openWhatsApp(page: Page, press: () => Promise<void>): Promise<URL> {
  const context = page.context();
  await context.route('https://wa.me/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>WhatsApp</title>' }),
  );
  const popup = page.waitForEvent('popup');
  await press();
  const address = new URL((await popup).url());
  await context.unroute('https://wa.me/**');
  await page.bringToFront();
  return address;
}

const SYLLABLES = 'ba ce di fo gu la me ni po ru sa te vi zo'.split(' ');

/** Returns a random name, which no other contact of the tests is likely to have. */
export function makeName(): string {
  const word = () =>
    Array.from({ length: 4 }, () => SYLLABLES[randomInt(SYLLABLES.length)]).join('');
  return `${capitalize(word())} ${capitalize(word())}`;
}

export const makePhone = () => `(11) 9${randomInt(1000, 9999)}-${randomInt(1000, 9999)}`;

/** Inserts a lead as the page does; resolves when the console lists it. */
export async function createLead(server: ConsoleServer, changes: Record<string, unknown> = {}) {
  const lead = makeLead({ nome: makeName(), telefone: makePhone(), ...changes });
  const response = await postRows(server.funil.url, 'leads', lead, {
    'idempotency-key': randomUUID(),
  });
  expect(response.status).toBe(201);
  await expect.poll(() => readApiText(server, 'leads')).toContain(lead.nome);
  return { name: String(lead.nome), phone: String(lead.telefone) };
}

/** Inserts leads; the console lists them a moment later. */
export async function insertLeads(server: ConsoleServer, count: number, changes: object = {}) {
  const make = () => makeLead({ telefone: makePhone(), ...changes });
  const leads = Array.from({ length: count }, make);
  expect((await postRows(server.funil.url, 'leads', leads)).status).toBe(201);
}

/** Inserts an application; the console lists it a moment later. @returns the applicant's name */
export async function insertApplication(
  server: ConsoleServer,
  changes: Record<string, unknown> = {},
): Promise<string> {
  const row = makeApplication({ nome: makeName(), whatsapp: makePhone(), ...changes });
  expect((await postRows(server.funil.url, 'applications', row)).status).toBe(201);
  return String(row.nome);
}

export const rowOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ hasText: name });

export async function openContact(page: Page, name: string, list = 'leads') {
  await page.goto(`/pessoas/${list}`);
  await rowOf(page, name).getByRole('link', { name }).first().click();
  return page.getByRole('article', { name });
}

/** Sends a request to `/console/v1/<path>`, as another browser does. @returns the response's JSON */
export async function requestApi(
  { url, session }: ConsoleServer,
  method: string,
  path: string,
  body?: unknown,
) {
  const response = await fetch(`${url}/console/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${session.access_token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect([200, 201], `${method} ${path}`).toContain(response.status);
  return response.json();
}

export async function discardDraft(server: ConsoleServer): Promise<void> {
  const { draft } = await requestApi(server, 'GET', 'page/review');
  await requestApi(server, 'DELETE', 'page/draft', { draft });
}

/** Changes a contact's state or note, as another browser does. @param contactKey such as `lead:7` */
export const changeContact = (server: ConsoleServer, contactKey: string, change: ContactChange) =>
  requestApi(server, 'PATCH', `subjects/${contactKey}`, change);

/** Returns the JSON response for a path as text. */
export const readApiText = async (server: ConsoleServer, path: string): Promise<string> =>
  JSON.stringify(await requestApi(server, 'GET', path));

interface SaleNotice {
  name?: string;
  phone?: string;
  email?: string;
  product?: string;
  /** In ms since 1970; now by default. */
  at?: number;
  isUnpaidPix?: boolean;
  isPartlyRefunded?: boolean;
}

/** Sends Hotmart's notice of a payment or a Pix; resolves when the console lists the sale. */
export async function createSale(server: ConsoleServer, sale: SaleNotice = {}) {
  const { name = makeName(), phone = makePhone(), isUnpaidPix, isPartlyRefunded, ...others } = sale;
  const sample = isUnpaidPix ? 'pix-issued' : isPartlyRefunded ? 'partially-refunded' : 'approved';
  const payment = { ...others, name, phone, sample } as const;
  const { status, transaction } = await sendPaymentNotice(server.funil.url, payment);
  expect(status).toBe(200);
  await expect.poll(() => readApiText(server, 'sales')).toContain(transaction);
  return { name, phone, transaction };
}

/** Sends Hotmart's notice of a checkout that was left; resolves when the console lists it. */
export async function createCart(
  server: ConsoleServer,
  buyer: { name: string; phone: string; email: string },
): Promise<void> {
  expect(await sendCartNotice(server.funil.url, buyer)).toBe(200);
  await expect.poll(() => readApiText(server, 'sales')).toContain(buyer.name);
}
