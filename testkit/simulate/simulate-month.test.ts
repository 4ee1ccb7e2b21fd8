import { canonicalPhone, emailKey, phoneKey } from '@funil/contract/contacts/person';
import type { Question } from '@funil/contract/contacts/question';
import { PLATFORM_NAMES } from '@funil/contract/sales/platforms';
import { inheritLeads, type MatchCandidate, matchSale } from '@funil/server/sales/match-sale';
import type { Notice } from '@funil/server/sales/notice';
import { ADAPTERS } from '@funil/server/sales/platforms/adapters';
import { reduceSale } from '@funil/server/sales/reduce-sale';
import { toSaleRecord } from '@funil/server/sales/sale-items';
import { sentAt } from '@funil/server/sales/sent-at';
import { CAPTURE_TABLES } from '@funil/server/store/capture-store';
import type { SaleRow } from '@funil/server/store/sales-tables';
import { referenceOf } from '@funil/server/store/uuid';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExpectedReport } from './expected-report.ts';
import { writeNotice } from './platforms/simulators.ts';
import type { SimulatedRequest } from './schedule.ts';
import { type MonthOptions, simulateMonth } from './simulate-month.ts';

const NOW = Date.parse('2026-11-21T15:20:30.400Z');
const END = new Date(NOW).toISOString();

function simulate(changes: Partial<MonthOptions> = {}) {
  const options = { visits: 1000, seed: 1, now: NOW, platforms: PLATFORM_NAMES, ...changes };
  const month = simulateMonth(options);
  const requests: SimulatedRequest[] = [];
  let step = month.next();
  for (; !step.done; step = month.next()) requests.push(step.value);
  return { requests, report: step.value };
}

const toCandidates = (request: SimulatedRequest): MatchCandidate[] => {
  if (request.endpoint === 'leads') {
    const { key, row } = request;
    const contact = { phoneKey: phoneKey(row.telefone), emailKey: null };
    return [{ source: 'lead', ref: referenceOf(key), leadId: 1, at: sentAt(key, END), ...contact }];
  }
  if (request.endpoint !== 'applications') return [];
  const { id, whatsapp, email } = request.row;
  const contact = { phoneKey: phoneKey(whatsapp), emailKey: emailKey(email) };
  return [
    { source: 'application', ref: referenceOf(id), leadId: null, at: sentAt(id, END), ...contact },
  ];
};

function readNotices(requests: readonly SimulatedRequest[]): [string, Notice][] {
  return requests.flatMap((request) => {
    if (request.endpoint !== 'postbacks') return [];
    const { platform } = request.notice.sale;
    const { headers, body } = writeNotice(request.notice, 'segredo');
    const reading = ADAPTERS[platform].read({ headers, body, receivedAt: END });
    if (!reading.ok) throw new Error(`${platform}: ${reading.reason}`);
    return [[platform, reading.notice]];
  });
}

/** Returns the sales that the server's own rules make of a month's requests. */
function readSales(requests: readonly SimulatedRequest[]) {
  const candidates = requests.flatMap(toCandidates);
  const notices = readNotices(requests);
  const bySale = Map.groupBy(notices, ([platform, { saleKey }]) => `${platform} ${saleKey}`);
  const rows = [...bySale.values()].flatMap((group): SaleRow[] => {
    const sale = reduceSale(group.map(([, notice]) => notice));
    if (!sale) return [];
    const match = matchSale(sale, candidates, 30);
    return [{ ...sale.row, ...match, platform: group[0]?.[0] ?? '', updated_at: END }];
  });
  return inheritLeads(rows).map((row) => {
    const record = toSaleRecord(row);
    const buyer_phone = canonicalPhone(record.buyer_phone ?? '');
    return { ...record, buyer_phone, chargeback_at: row.chargeback_at };
  });
}

/** Returns the expected sales with the buyers that their notices name, without fields that no server can know. */
function toMatchableSales(requests: readonly SimulatedRequest[], { truth }: ExpectedReport) {
  const buyers = new Map(
    requests.flatMap((request) => {
      if (request.endpoint !== 'postbacks') return [];
      const { platform, saleKey, paidTransaction, buyer } = request.notice.sale;
      return [saleKey, paidTransaction].map((name) => [`${platform} ${name}`, buyer] as const);
    }),
  );
  return truth.sales.map(({ contact_left, contacts: _, lead_ref, ...sale }) => {
    const buyer = buyers.get(`${sale.platform} ${sale.transaction}`);
    return {
      ...sale,
      lead_ref: contact_left ? lead_ref : null,
      buyer_name: buyer?.name,
      buyer_email: buyer?.email,
      buyer_phone: buyer?.phone,
    };
  });
}

const byTransaction = (a: { transaction: string }, b: { transaction: string }) =>
  a.transaction < b.transaction ? -1 : 1;

test('expects the same states, times, money, buyers and leads as the server’s rules read from the notices', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const { requests, report } = simulate({ seed, visits: 3000 });
      expect(readSales(requests).sort(byTransaction)).toEqual(
        toMatchableSales(requests, report).sort(byTransaction),
      );
    }),
    { numRuns: 2 },
  );
});

const ask = (key: string, kind: Question['kind'], options: string[] = []) => ({
  key,
  kind,
  required: true,
  label: key,
  options: options.map((option) => ({ key: option, label: option })),
});
/** Questions for the columns that are never empty, and a further question of each kind. */
const QUESTIONS = [
  ...[ask('nome', 'text'), ask('email', 'email'), ask('whatsapp', 'phone')],
  ...[ask('nicho', 'text'), ask('historia', 'longText'), ask('modelo', 'choice', ['a', 'b'])],
  ...[ask('canais', 'choices', ['loja', 'site']), ask('equipe', 'number')],
  ...[ask('contador', 'email'), ask('loja', 'phone'), ask('perfil', 'instagram')],
];

test('answers every question of the published form', () => {
  const { requests } = simulate({ questions: QUESTIONS });
  const sent = requests.filter(({ endpoint }) => endpoint === 'applications');
  expect(sent.length).toBeGreaterThan(0);
  for (const request of sent) {
    const row = 'row' in request ? request.row : {};
    expect(CAPTURE_TABLES.applications.schema.safeParse(row).error).toBeUndefined();
    expect(row).toMatchObject({ empresa: '', respostas: { equipe: expect.any(Number) } });
    expect(Object.keys(Object(row).respostas)).toHaveLength(8);
  }
});

test('keeps all events and sales within the 30 days, each visit’s events in order', () => {
  const { requests, report } = simulate();
  expect([report.from, report.until]).toEqual(['2026-10-23', '2026-11-21']);
  const start = '2026-10-23T03:00:00.000Z';
  for (const request of requests) {
    if (request.endpoint !== 'jornada') continue;
    const times = request.rows.map(({ occurred_at }) => occurred_at);
    expect(request.rows[0]?.name).toBe('session_start');
    expect(times).toEqual([...new Set(times)].sort());
    expect((times[0] ?? '') >= start && (times.at(-1) ?? '') <= END).toBe(true);
  }
  for (const { pending_at, paid_at } of report.truth.sales) {
    expect((pending_at ?? '') <= END && (paid_at ?? '') <= END).toBe(true);
  }
});

test('repeats a month for the same seed, with other people at another time', () => {
  const repeat = (changes: Partial<MonthOptions>) => simulate({ visits: 500, ...changes });
  const first = JSON.stringify(repeat({ seed: 5 }));
  expect(JSON.stringify(repeat({ seed: 5 }))).toBe(first);
  expect(JSON.stringify(repeat({ seed: 6 }))).not.toBe(first);
  const phones = repeat({ seed: 5, now: NOW + 2000 }).requests.flatMap((request) =>
    request.endpoint === 'leads' ? [request.row.telefone] : [],
  );
  expect(phones.filter((phone) => first.includes(phone))).toEqual([]);
});

test('makes about eight leads and one sale per hundred visits', () => {
  // The list of platforms is fixed, because another list would give other random numbers.
  const platforms = ['hotmart', 'kiwify', 'eduzz', 'hubla', 'ticto', 'tmb', 'monetizze'] as const;
  const { report } = simulate({ visits: 20_000, platforms });
  expect(report.funnel.leads / 1600).toBeCloseTo(1, 0.7);
  const paid = report.truth.sales.filter(({ paid_at }) => paid_at !== null);
  // Bumps share their order, renewals their subscription.
  const purchases = new Set(
    paid.map(({ platform, order_id, subscription }) => `${platform} ${subscription ?? order_id}`),
  );
  expect(purchases.size / 190).toBeCloseTo(1, 0.7);
  const sales = report.truth.sales.filter(({ lead_ref }) => lead_ref !== null);
  const withoutReference = sales.filter(({ contacts }) => !contacts.includes('reference'));
  const withOtherPhone = sales.filter(({ contacts }) => !contacts.includes('phone'));
  expect(withoutReference.length / sales.length).toBeGreaterThan(0.2);
  expect(withOtherPhone.length / sales.length).toBeCloseTo(0.1, 1);
});

test('sells nothing without a platform', () => {
  const { requests, report } = simulate({ platforms: [] });
  expect(requests.some(({ endpoint }) => endpoint === 'postbacks')).toBe(false);
  expect(report.truth.sales).toEqual([]);
  expect(report.funnel.leads).toBeGreaterThan(0);
});
