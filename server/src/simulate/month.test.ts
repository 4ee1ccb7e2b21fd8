import { emailKey, phoneKey } from '@funil/contract/person';
import { PLATFORM_NAMES } from '@funil/contract/platforms';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Candidate, matchSale } from '../sales/match-sale.ts';
import type { Notice } from '../sales/notice.ts';
import { PLATFORMS } from '../sales/platforms/platforms.ts';
import { reduceSale } from '../sales/reduce-sale.ts';
import { referenceOf } from '../sales/sent-at.ts';
import { CAPTURE_TABLES } from '../store/capture-tables.ts';
import type { Deed } from './arrivals.ts';
import { type Month, playMonth } from './month.ts';
import type { TrueReport } from './truth.ts';
import { writeNotice } from './write-notice.ts';

const NOW = Date.parse('2026-11-21T15:20:30.400Z');

function play(changes: Partial<Month> = {}): { deeds: Deed[]; truth: TrueReport } {
  const month = playMonth({
    visits: 3000,
    seed: 1,
    now: NOW,
    platforms: PLATFORM_NAMES,
    ...changes,
  });
  const deeds: Deed[] = [];
  let step = month.next();
  for (; !step.done; step = month.next()) deeds.push(step.value);
  return { deeds, truth: step.value };
}

/** When somebody sent, as the time in a page's key says. */
const momentOf = (uuid: string) =>
  new Date(Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16)).toISOString();

function candidatesOf(deeds: readonly Deed[]): Candidate[] {
  return deeds.flatMap((deed): Candidate[] => {
    if (deed.door === 'leads') {
      const contact = { phoneKey: phoneKey(deed.row.telefone), emailKey: null };
      return [
        {
          source: 'lead',
          ref: referenceOf(deed.key),
          leadId: 1,
          at: momentOf(deed.key),
          ...contact,
        },
      ];
    }
    if (deed.door !== 'applications') return [];
    const { id, whatsapp, email } = deed.row;
    const contact = { phoneKey: phoneKey(whatsapp), emailKey: emailKey(email) };
    return [
      { source: 'application', ref: referenceOf(id), leadId: null, at: momentOf(id), ...contact },
    ];
  });
}

function noticesBySale(deeds: readonly Deed[]): Map<string, Notice[]> {
  const sales = new Map<string, Notice[]>();
  for (const deed of deeds) {
    if (deed.door !== 'postbacks') continue;
    const { platform } = deed.notice.sale;
    const { headers, body } = writeNotice(deed.notice, 'segredo');
    const receivedAt = new Date(NOW).toISOString();
    const reading = PLATFORMS[platform].read({ headers, body, receivedAt });
    if (!reading.ok) throw new Error(`${platform}: ${reading.reason}`);
    const key = `${platform} ${reading.notice.saleKey}`;
    sales.set(key, [...(sales.get(key) ?? []), reading.notice]);
  }
  return sales;
}

/** What the product's own rules make of a month's notices. */
function readSales(deeds: readonly Deed[]) {
  const candidates = candidatesOf(deeds);
  return [...noticesBySale(deeds)].flatMap(([key, notices]) => {
    const sale = reduceSale(notices);
    if (!sale) return [];
    const { matched_by, lead_ref } = matchSale(sale, candidates, 30);
    const columns = [
      ...(['state', 'value_cents', 'currency', 'method', 'pending_at'] as const),
      ...(['paid_at', 'refunded_at', 'refunded_cents', 'chargeback_at'] as const),
    ];
    const told = Object.fromEntries(columns.map((column) => [column, sale.row[column]]));
    const { transaction } = sale.row;
    return [{ platform: key.split(' ')[0], transaction, ...told, matched_by, lead_ref }];
  });
}

/** The true sales as they should be found: without a contact, nobody's. */
const findable = ({ truth }: TrueReport) =>
  truth.sales.map(({ product: _, contact_left, contacts: __, lead_ref, ...sale }) => ({
    ...sale,
    lead_ref: contact_left ? lead_ref : null,
  }));

const byTransaction = (a: { transaction: string }, b: { transaction: string }) =>
  a.transaction < b.transaction ? -1 : 1;

test('the truth is what the notices come to: states, moments, money, and whose each sale is', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const { deeds, truth } = play({ seed });
      expect(readSales(deeds).sort(byTransaction)).toEqual(findable(truth).sort(byTransaction));
    }),
    { numRuns: 5 },
  );
});

test('every row is one that the server takes', () => {
  const { deeds } = play();
  for (const deed of deeds) {
    if (deed.door === 'postbacks') continue;
    const rows: readonly unknown[] = deed.door === 'jornada' ? deed.rows : [deed.row];
    for (const row of rows)
      expect(CAPTURE_TABLES[deed.door].schema.safeParse(row).error).toBeUndefined();
  }
});

test('a report that reads the rows finds the funnel of the truth', () => {
  const { deeds, truth } = play({ visits: 6000 });
  const events = deeds.flatMap((deed) => (deed.door === 'jornada' ? deed.rows : []));
  const visits = (name: string) =>
    new Set(events.filter((row) => row.name === name).map(({ session_id }) => session_id)).size;
  const leads = deeds.flatMap((deed) => (deed.door === 'leads' ? [deed.key] : []));
  const applications = deeds.flatMap((deed) => (deed.door === 'applications' ? [deed.row.id] : []));
  expect(truth.funnel).toMatchObject({
    visits: visits('session_start'),
    leads: new Set(leads).size,
    applications: new Set(applications).size,
    checkouts: visits('checkout_redirect'),
  });
  expect(truth.funnel.visits).toBe(6000);
  expect(truth.funnel.leads).toBeGreaterThan(visits('generate_lead'));
});

test('origins and sales without one come to the whole', () => {
  const { truth } = play({ visits: 6000 });
  const { funnel, money, origins, sales_without_origin, money_without_origin } = truth;
  const sum = (read: (row: (typeof origins)[number]) => number) =>
    origins.reduce((total, row) => total + read(row), 0);
  expect(sum(({ visits }) => visits)).toBe(funnel.visits);
  expect(sum(({ leads }) => leads)).toBe(funnel.leads);
  expect(sum(({ sales }) => sales) + sales_without_origin).toBe(funnel.paid);
  expect(sum(({ paid_cents }) => paid_cents) + money_without_origin.paid_cents).toBe(
    money.paid_cents,
  );
});

test('a visit begins with its first event, and nothing lies in the future or beyond the month', () => {
  const { deeds, truth } = play();
  expect([truth.from, truth.until]).toEqual(['2026-10-23', '2026-11-21']);
  const firstMoment = '2026-10-23T03:00:00.000Z';
  const lastMoment = new Date(NOW).toISOString();
  for (const deed of deeds) {
    if (deed.door !== 'jornada') continue;
    const moments = deed.rows.map(({ occurred_at }) => occurred_at);
    expect(deed.rows[0]?.name).toBe('session_start');
    expect(moments).toEqual([...new Set(moments)].sort());
    expect((moments[0] ?? '') >= firstMoment && (moments.at(-1) ?? '') <= lastMoment).toBe(true);
  }
  for (const { pending_at, paid_at } of truth.truth.sales) {
    expect((pending_at ?? '') <= lastMoment && (paid_at ?? '') <= lastMoment).toBe(true);
  }
});

test('a seed tells the same story, to others about others', () => {
  const told = JSON.stringify(play({ seed: 5 }));
  expect(JSON.stringify(play({ seed: 5 }))).toBe(told);
  expect(JSON.stringify(play({ seed: 6 }))).not.toBe(told);
  const later = play({ seed: 5, now: NOW + 2000 });
  const keys = (deeds: readonly Deed[]) =>
    deeds.flatMap((deed) => (deed.door === 'leads' ? [deed.row.telefone] : []));
  expect(keys(later.deeds).filter((phone) => told.includes(phone))).toEqual([]);
});

test('of a hundred visits eight leave a lead and one buys, as the market has it', () => {
  const { truth } = play({ visits: 20_000 });
  expect(truth.funnel.leads / 1600).toBeCloseTo(1, 0.7);
  expect(truth.funnel.paid / 180).toBeCloseTo(1, 0.7);
  const sales = truth.truth.sales.filter(({ lead_ref }) => lead_ref !== null);
  const stripped = sales.filter(({ contacts }) => !contacts.includes('reference'));
  const otherPhone = sales.filter(({ contacts }) => !contacts.includes('phone'));
  expect(stripped.length / sales.length).toBeGreaterThan(0.2);
  expect(otherPhone.length / sales.length).toBeCloseTo(0.1, 1);
});

test('without a checkout that is played nothing is sold', () => {
  const { deeds, truth } = play({ platforms: [] });
  expect(deeds.some(({ door }) => door === 'postbacks')).toBe(false);
  expect(truth.truth.sales).toEqual([]);
  expect(truth.funnel.leads).toBeGreaterThan(0);
});
