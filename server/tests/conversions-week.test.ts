import { HOUR_MS } from '@funil/contract/durations';
import type { EventRow } from '@funil/contract/event';
import { afterAll, expect, test } from 'vitest';
import type { SimulatedRequest } from '../../testkit/simulate/schedule.ts';
import { createSender, sendMonth } from '../../testkit/simulate/send-month.ts';
import { simulateMonth } from '../../testkit/simulate/simulate-month.ts';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { readConfig } from '../src/config/config.ts';
import { startConversions } from './start-conversions.ts';
import { SECRETS } from './start-sales.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

/** More than a week: what is too old for Meta is among it. */
const PLAYED = 8.5 * 24 * HOUR_MS;

/** When something was done, in ms since 1970. */
function timeOf(deed: SimulatedRequest): number {
  const timeIn = (uuid: string) => Number.parseInt(uuid.replace('-', '').slice(0, 12), 16);
  switch (deed.endpoint) {
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
  readonly isRefuser: boolean;
  readonly hasGtag: boolean;
  readonly hasPixel: boolean;
}

/** What a visitor's browser is like: as its visit's id has it. */
function visitorOf({ session_id }: EventRow): Visitor {
  const chance = Number.parseInt(session_id.slice(-6), 16);
  return { isRefuser: chance % 5 === 0, hasGtag: chance % 3 > 0, hasPixel: chance % 7 > 2 };
}

const formOf = ({ name, payload }: EventRow) =>
  name === 'generate_lead' ? 'lead' : name === 'form_complete' && payload.form === 'aplicacao';

interface Confirmed extends Visitor {
  readonly at: number;
  readonly isLead: boolean;
}

/** The last days of a month with the context that the page sends of each visit, and the events that it reports to Meta and Google itself. */
function* addVisitContexts(
  month: ReturnType<typeof simulateMonth>,
  confirmed: Map<string, Confirmed>,
  hear: (row: EventRow, visitor: Visitor) => void,
): ReturnType<typeof simulateMonth> {
  for (;;) {
    const { done, value } = month.next();
    if (done) return value;
    if (timeOf(value) < Date.now() - PLAYED) continue;
    if (value.endpoint !== 'jornada') yield value;
    else yield { ...value, rows: value.rows.map(addContext) } satisfies SimulatedRequest;
  }

  function addContext(row: EventRow): EventRow {
    const visitor = visitorOf(row);
    const form = formOf(row);
    if (!form || !row.lead_ref) return row;
    if (!confirmed.has(row.lead_ref)) hear(row, visitor);
    const at = Date.parse(row.occurred_at);
    confirmed.set(row.lead_ref, { ...visitor, at, isLead: form === 'lead' });
    if (visitor.isRefuser) return row;
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

test('counts nothing twice, for a refuser, or against a rule in a simulated week', async () => {
  await using house = await startConversions('SQLite', postgres, {
    ...SECRETS,
    PURCHASE_OWNER: 'funil',
  });
  const { meta, google } = house;
  const config = readConfig({ ...SECRETS });
  if (!config.ok) throw new Error(config.message);
  const { secrets } = config.config.postbacks;
  const confirmed = new Map<string, Confirmed>();
  const month = simulateMonth({
    visits: 2_000,
    seed: 5,
    now: Date.now(),
    platforms: ['hotmart', 'kiwify', 'ticto'],
  });
  const withContexts = addVisitContexts(month, confirmed, (row, visitor) => {
    if (visitor.isRefuser) return;
    const id = String(row.lead_ref);
    if (visitor.hasPixel) meta.receiveFromBrowser('Lead', id, Date.parse(row.occurred_at));
    if (visitor.hasGtag && row.name === 'generate_lead') {
      google.receiveFromBrowser('generate_lead', { lead_ref: id });
    }
  });
  const played = await sendMonth({
    month: withContexts,
    server: { url: house.address, anonKey: 'anon-local', secrets },
    send: createSender(() => {}),
    maxConcurrent: 8,
  });
  expect(played.ok).toBe(true);

  // Of a lead whose tracker was blocked an event may still come: that alone goes on waiting.
  const waiting = async () =>
    Object.entries(await house.outcomes())
      .filter(([, state]) => state === 'waiting')
      .map(([name]) => refOf(name.split(' ')[2] ?? ''))
      .filter((ref) => confirmed.has(ref));
  const isFound = async () => {
    const outcomes = Object.keys(await house.outcomes());
    return [...confirmed.keys()].every((ref) => outcomes.some((name) => name.endsWith(ref)));
  };
  await expect.poll(isFound, { interval: 300 }).toBe(true);
  await expect.poll(waiting, { interval: 300 }).toEqual([]);

  expect([...meta.refused, ...google.violations]).toEqual([]);
  const leads = meta.counted.filter(({ name }) => name === 'Lead');
  expect(new Set(leads.map(({ id }) => id)).size).toBe(leads.length);
  const refusers = [...confirmed].filter(([, { isRefuser }]) => isRefuser).map(([ref]) => ref);
  expect(refusers.length).toBeGreaterThan(3);
  const bodies = [...meta.received, ...google.received].map(({ body }) => body).join('\n');
  expect(refusers.filter((ref) => bodies.includes(ref))).toEqual([]);

  const now = Date.now();
  const isNear = (at: number, hours: number) => Math.abs(now - at - hours * HOUR_MS) < 2 * HOUR_MS;
  const due = [...confirmed].filter(
    ([, { isRefuser, hasPixel, at }]) => !isRefuser && (hasPixel || now - at < 167 * HOUR_MS),
  );
  const isSure = (ref: string) => !isNear(confirmed.get(ref)?.at ?? 0, 167);
  expect(
    leads
      .map(({ id }) => id)
      .filter(isSure)
      .toSorted(),
  ).toEqual(
    due
      .map(([ref]) => ref)
      .filter(isSure)
      .toSorted(),
  );

  const hits = google.counted.filter(({ name }) => name === 'generate_lead');
  const dueHits = [...confirmed.values()].filter(
    ({ isRefuser, isLead, hasGtag, at }) =>
      isLead && !isRefuser && (hasGtag || now - at < 71 * HOUR_MS),
  );
  const unsure = [...confirmed.values()].filter(({ at }) => isNear(at, 71)).length;
  expect(Math.abs(hits.length - dueHits.length)).toBeLessThanOrEqual(unsure);

  // Notices are read behind captures: the first sale may come last of all.
  const isSale = ({ name }: { name: string }) => /^purchase$/i.test(name);
  await expect.poll(() => [...meta.counted, ...google.counted].some(isSale)).toBe(true);
  const sold = meta.counted.filter(({ name }) => name === 'Purchase').map(({ id }) => id);
  expect(new Set(sold).size).toBe(sold.length);
  const bought = google.counted.filter(({ name }) => name === 'purchase');
  const back = google.counted.filter(({ name }) => name === 'refund');
  const transactionOf = ({ params }: { params: Record<string, unknown> }) => params.transaction_id;
  expect(back.map(transactionOf).filter((id) => !bought.map(transactionOf).includes(id))).toEqual(
    [],
  );
  expect(new Set(bought.map(transactionOf)).size).toBe(bought.length);
});
