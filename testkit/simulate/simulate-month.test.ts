import type { Question } from '@funil/contract/contacts/questions/question';
import { PLATFORM_NAMES } from '@funil/contract/sales/platforms';
import { CAPTURE_TABLES } from '@funil/server/store/capture/capture-store';
import { expect, test } from 'vitest';
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

const ask = (key: string, kind: Question['kind'], options: string[] = []) => ({
  key,
  kind,
  required: true,
  label: key,
  options: options.map((option) => ({ key: option, label: option })),
});
/** Questions for the columns that are never empty, and a further question of each kind. */
const QUESTIONS = [
  ask('nome', 'text'),
  ask('email', 'email'),
  ask('whatsapp', 'phone'),
  ask('nicho', 'text'),
  ask('historia', 'longText'),
  ask('modelo', 'choice', ['a', 'b']),
  ask('canais', 'choices', ['loja', 'site']),
  ask('equipe', 'number'),
  ask('contador', 'email'),
  ask('loja', 'phone'),
  ask('perfil', 'instagram'),
];

test('answers every question of the published form', () => {
  const { requests } = simulate({ questions: QUESTIONS });
  const applications = requests.filter(({ endpoint }) => endpoint === 'applications');
  expect(applications.length).toBeGreaterThan(0);
  for (const request of applications) {
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
  const original = JSON.stringify(repeat({ seed: 5 }));
  expect(JSON.stringify(repeat({ seed: 5 }))).toBe(original);
  expect(JSON.stringify(repeat({ seed: 6 }))).not.toBe(original);
  const phones = repeat({ seed: 5, now: NOW + 2000 }).requests.flatMap((request) =>
    request.endpoint === 'leads' ? [request.row.telefone] : [],
  );
  expect(phones.filter((phone) => original.includes(phone))).toEqual([]);
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
