import { expect, test } from 'vitest';
import { ContactSums } from './sum-contacts.ts';
import { tableContacts } from './tables/money-tables.ts';

const scope = { period: { from: null, until: null }, isReportByLead: false };
const stored_at = '2026-03-08T12:00:00.000Z';
const contactAt = (time: string, index: number) => ({
  contactKey: `lead:${index}`,
  stored_at,
  contacted_at: `2026-03-${time}.000Z`,
});

test('puts each contact into the first group that its minutes fit', () => {
  const times = ['08T12:05:00', '08T12:05:01', '08T13:00:00', '09T12:00:00', '09T12:00:01'];
  const groups = new ContactSums(scope, times.map(contactAt)).finish(7);
  expect(groups.map(({ within_minutes, leads }) => [within_minutes, leads])).toEqual([
    [5, 1],
    [60, 2],
    [1440, 1],
    [null, 1],
    [null, 2],
  ]);
});

test('gives a bar only to groups of 30 or more leads, and asks for 30 leads when the total is lower', () => {
  const contacted = Array.from({ length: 29 }, (_, index) => contactAt('08T12:01:00', index));
  const sums = new ContactSums(scope, contacted);
  const { rows, parts } = tableContacts(sums.finish(59).map((group) => ({ ...group, buyers: 6 })));
  expect([rows[0], rows[4]]).toEqual([
    ['até 5 minutos', '29', '20,7%'],
    ['sem contato', '30', '20,0%'],
  ]);
  expect(parts).toEqual([[], [], [], [], [1]]);
  expect(tableContacts(sums.finish(29))).toMatchObject({
    rows: [['precisa de 30 leads nestes dias', '29', '–']],
    parts: [],
  });
});
