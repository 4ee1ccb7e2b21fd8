import type { ContactItem } from '@funil/contract/contacts/contacts';
import { HOUR_MS } from '@funil/contract/durations';
import type { OpenSale, TodayResponse } from '@funil/contract/today/today';
import { expect, test } from 'vitest';
import { arrangeQueue } from './arrange-queue.ts';

const NOW = Date.parse('2026-11-24T12:00:00Z');
const inHours = (hours: number) => new Date(NOW + hours * HOUR_MS).toISOString();
const list = <Item>(...items: Item[]) => ({ count: items.length, more: false, items });
const contact = (subject: string, fields: Partial<ContactItem> = {}) =>
  ({
    subject,
    person: subject,
    due_at: null,
    follow_up_at: null,
    messaged_at: null,
    ...fields,
  }) as ContactItem;
const sale = (key: string, value_cents: number, hours: number | null) =>
  ({
    platform: 'hotmart',
    key,
    person: key,
    messaged_at: null,
    value_cents,
    expires_at: hours === null ? null : inHours(hours),
  }) as OpenSale;

const NO_OLDER = { count: 0, more: false };

const EMPTY: TodayResponse = {
  now: inHours(0),
  ...{ applications: list(), abandoned: list(), leads: list(), followups: list() },
  ...{ pending: list(), carts: list(), lapsed: list(), start: null },
  older: { until: '2026-11-09', leads: NO_OLDER, abandoned: NO_OLDER },
  dead: { count: 0, newest_at: null },
  numbers: {} as TodayResponse['numbers'],
};
const arrange = (today: Partial<TodayResponse>) =>
  arrangeQueue({ ...EMPTY, ...today }, NOW).map(({ name, count, tasks }) => [
    ...[name, count],
    ...tasks.map(({ key }) => key),
  ]);

test('puts tasks with less than a day left first, by hours and then by money', () => {
  expect(
    arrange({
      pending: list(
        sale('small', 100, 2.2),
        sale('large', 900, 2.8),
        sale('next-week', 500, 100),
        sale('unknown', 500, null),
      ),
      applications: list(
        contact('application:late', { due_at: inHours(-5) }),
        contact('application:fresh', { due_at: inHours(40) }),
        contact('application:forgotten', { due_at: inHours(-25) }),
      ),
      followups: list(
        contact('lead:1', { follow_up_at: inHours(4) }),
        contact('lead:2', { follow_up_at: inHours(-50) }),
      ),
    }),
  ).toEqual([
    ['now', 5, 'lead:2', 'application:late', 'hotmart large', 'hotmart small', 'lead:1'],
    ['payments', 2, 'hotmart next-week', 'hotmart unknown'],
    ['applications', 2, 'application:fresh', 'application:forgotten'],
  ]);
});

test('shows a person with a follow-up once', () => {
  const person = contact('application:a', { due_at: inHours(1), follow_up_at: inHours(2) });
  expect(arrange({ applications: list(person), followups: list(person) })).toEqual([
    ['now', 1, 'application:a'],
  ]);
});

test('shows a person once, by the most urgent task, and names the person’s other tasks', () => {
  const pix = { ...sale('pix', 100, 90), person: 'ana' };
  const today = {
    pending: list(pix),
    applications: list(contact('application:a', { person: 'ana', due_at: inHours(2) })),
    leads: { ...list(contact('lead:1', { person: 'ana' }), contact('lead:2')), count: 30 },
  };
  expect(arrange(today)).toEqual([
    ['now', 1, 'application:a'],
    ['leads', 29, 'lead:2'],
  ]);
  expect(arrangeQueue({ ...EMPTY, ...today }, NOW)[0]?.tasks[0]?.otherKinds).toEqual([
    ...['payments', 'leads'],
  ]);
});

test('puts people messaged within a day last, unless a follow-up fell due after the message', () => {
  const messaged = (hours: number) => ({ messaged_at: inHours(hours) });
  expect(
    arrange({
      carts: list(
        { ...sale('reminded', 900, null), ...messaged(-1) },
        { ...sale('long-ago', 500, null), ...messaged(-25) },
        sale('new', 100, null),
      ),
      followups: list(
        contact('lead:1', { follow_up_at: inHours(-2), ...messaged(-1) }),
        contact('lead:2', { follow_up_at: inHours(1), ...messaged(-1) }),
        contact('lead:3', { follow_up_at: inHours(4) }),
      ),
    }),
  ).toEqual([
    ['now', 3, 'lead:2', 'lead:3', 'lead:1'],
    ['carts', 3, 'hotmart long-ago', 'hotmart new', 'hotmart reminded'],
  ]);
});

test('adds older contacts to the count of the older sales’ group', () => {
  const older = {
    ...EMPTY.older,
    leads: { count: 1_000, more: true },
    abandoned: { count: 2, more: false },
  };
  const today = { ...EMPTY, lapsed: list(sale('old', 100, null)), older };
  expect(arrangeQueue(today, NOW)).toMatchObject([{ name: 'lapsed', count: 1_003, more: true }]);
  expect(arrange({ older })).toEqual([['lapsed', 1_002]]);
});

test('counts the tasks that the server left out', () => {
  const leads = { count: 300, more: false, items: [contact('lead:1')] };
  expect(arrange({ leads })).toEqual([['leads', 300, 'lead:1']]);
});
