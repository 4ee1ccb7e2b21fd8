import { HOUR_MS } from '@funil/contract/durations';
import type { EventRow } from '@funil/contract/event';
import { afterAll, expect, test } from 'vitest';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { readConfig } from '../src/config/config.ts';
import type { Deed } from '../src/simulate/arrivals.ts';
import { playMonth } from '../src/simulate/month.ts';
import { play } from '../src/simulate/play.ts';
import { createSender } from '../src/simulate/requests.ts';
import { startConversions } from './start-conversions.ts';
import { SECRETS } from './start-sales.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

/** More than a week, so that some events are too old for Meta. */
const SIMULATED_MS = 8.5 * 24 * HOUR_MS;

/** Returns when a simulated request was made, in ms since 1970. */
function timeOf(deed: Deed): number {
  const timeIn = (uuid: string) => Number.parseInt(uuid.replace('-', '').slice(0, 12), 16);
  switch (deed.door) {
    case 'jornada':
      return Date.parse(deed.rows[0]?.occurred_at ?? '');
    case 'leads':
      return timeIn(deed.key);
    case 'postbacks':
      return deed.notice.at;
    case 'application_drafts':
    case 'applications':
      return timeIn(deed.row.save_id);
  }
}

interface Visitor {
  readonly hasRefused: boolean;
  readonly hasGtag: boolean;
  readonly hasPixel: boolean;
}

/** Derives the properties of a visitor's browser from the session id. */
function visitorOf({ session_id }: EventRow): Visitor {
  const chance = Number.parseInt(session_id.slice(-6), 16);
  return { hasRefused: chance % 5 === 0, hasGtag: chance % 3 > 0, hasPixel: chance % 7 > 2 };
}

const formOf = ({ name, payload }: EventRow) =>
  name === 'generate_lead' ? 'lead' : name === 'form_complete' && payload.form === 'aplicacao';

interface Confirmed extends Visitor {
  readonly at: number;
  readonly isLead: boolean;
}

/** Yields the last days of a month with visit contexts, and passes the browser's own reports to a callback. */
function* addContexts(
  month: ReturnType<typeof playMonth>,
  confirmed: Map<string, Confirmed>,
  reportFromBrowser: (row: EventRow, visitor: Visitor) => void,
): ReturnType<typeof playMonth> {
  for (;;) {
    const { done, value } = month.next();
    if (done) return value;
    if (timeOf(value) < Date.now() - SIMULATED_MS) continue;
    if (value.door !== 'jornada') yield value;
    else yield { ...value, rows: value.rows.map(addContext) } satisfies Deed;
  }

  function addContext(row: EventRow): EventRow {
    const visitor = visitorOf(row);
    const form = formOf(row);
    if (!form || !row.lead_ref) return row;
    if (!confirmed.has(row.lead_ref)) reportFromBrowser(row, visitor);
    const at = Date.parse(row.occurred_at);
    confirmed.set(row.lead_ref, { ...visitor, at, isLead: form === 'lead' });
    if (visitor.hasRefused) return row;
    const context = {
      consent: 'unasked',
      fbp: 'fb.1.1596403881668.1116446470',
      page_location: 'https://escola.test/',
      gtag: visitor.hasGtag,
      fbq: visitor.hasPixel,
      other_form: false,
    };
    return { ...row, context };
  }
}

const refOf = (subject: string) => subject.replace(/^\w+:/, '');

test('counts nothing twice, nothing of refusers, and breaks no rule in a simulated week', async () => {
  await using started = await startConversions('SQLite', postgres, {
    ...SECRETS,
    PURCHASE_OWNER: 'funil',
  });
  const { meta, google } = started;
  const config = readConfig({ ...SECRETS });
  if (!config.ok) throw new Error(config.message);
  const { secrets } = config.config.postbacks;
  const confirmed = new Map<string, Confirmed>();
  const month = playMonth({
    ...{ visits: 4_000, seed: 5, now: Date.now() },
    platforms: ['hotmart', 'kiwify', 'ticto'],
  });
  const visits = addContexts(month, confirmed, (row, visitor) => {
    if (visitor.hasRefused) return;
    const id = String(row.lead_ref);
    if (visitor.hasPixel) meta.receiveFromBrowser('Lead', id, Date.parse(row.occurred_at));
    if (visitor.hasGtag && row.name === 'generate_lead') {
      google.receiveFromBrowser('generate_lead', { lead_ref: id });
    }
  });
  const played = await play({
    month: visits,
    doors: { url: started.address, anonKey: 'anon-local', secrets },
    send: createSender(() => {}),
    atOnce: 8,
  });
  expect(played.ok).toBe(true);

  // Only leads whose tracker was blocked go on waiting, because their event may still arrive.
  const waiting = async () =>
    Object.entries(await started.outcomes())
      .filter(([, state]) => state === 'waiting')
      .map(([name]) => refOf(name.split(' ')[2] ?? ''))
      .filter((ref) => confirmed.has(ref));
  const isFound = async () => {
    const outcomes = Object.keys(await started.outcomes());
    return [...confirmed.keys()].every((ref) => outcomes.some((name) => name.endsWith(ref)));
  };
  await expect.poll(isFound, { timeout: 30_000, interval: 300 }).toBe(true);
  await expect.poll(waiting, { timeout: 60_000, interval: 300 }).toEqual([]);

  expect([...meta.refused, ...google.violations]).toEqual([]);
  const leads = meta.counted.filter(({ name }) => name === 'Lead');
  expect(new Set(leads.map(({ id }) => id)).size).toBe(leads.length);
  const refusers = [...confirmed].filter(([, { hasRefused }]) => hasRefused).map(([ref]) => ref);
  expect(refusers.length).toBeGreaterThan(3);
  const bodies = [...meta.received, ...google.received].map(({ body }) => body).join('\n');
  expect(refusers.filter((ref) => bodies.includes(ref))).toEqual([]);

  const now = Date.now();
  const isNear = (at: number, hours: number) => Math.abs(now - at - hours * HOUR_MS) < 2 * HOUR_MS;
  const due = [...confirmed].filter(
    ([, { hasRefused, hasPixel, at }]) => !hasRefused && (hasPixel || now - at < 167 * HOUR_MS),
  );
  const isDefinite = (ref: string) => !isNear(confirmed.get(ref)?.at ?? 0, 167);
  expect(
    leads
      .map(({ id }) => id)
      .filter(isDefinite)
      .toSorted(),
  ).toEqual(
    due
      .map(([ref]) => ref)
      .filter(isDefinite)
      .toSorted(),
  );

  const hits = google.counted.filter(({ name }) => name === 'generate_lead');
  const dueHits = [...confirmed.values()].filter(
    ({ hasRefused, isLead, hasGtag, at }) =>
      isLead && !hasRefused && (hasGtag || now - at < 71 * HOUR_MS),
  );
  const borderline = [...confirmed.values()].filter(({ at }) => isNear(at, 71)).length;
  expect(Math.abs(hits.length - dueHits.length)).toBeLessThanOrEqual(borderline);

  // Notices are read after captures, so the first sale may come last.
  const isSale = ({ name }: { name: string }) => /^purchase$/i.test(name);
  await expect
    .poll(() => [...meta.counted, ...google.counted].some(isSale), { timeout: 30_000 })
    .toBe(true);
  const sold = meta.counted.filter(({ name }) => name === 'Purchase').map(({ id }) => id);
  expect(new Set(sold).size).toBe(sold.length);
  const bought = google.counted.filter(({ name }) => name === 'purchase');
  const refunds = google.counted.filter(({ name }) => name === 'refund');
  const transactionOf = ({ params }: { params: Record<string, unknown> }) => params.transaction_id;
  expect(refunds.map(transactionOf).filter((id) => !bought.map(transactionOf).includes(id))).toEqual(
    [],
  );
  expect(new Set(bought.map(transactionOf)).size).toBe(bought.length);
}, 120_000);
