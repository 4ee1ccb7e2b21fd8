import { expect, test } from 'vitest';
import { judgeRows, toTraits } from './same-person.ts';

const row = (name: string | null, phone: string | null, email: string | null = null) =>
  toTraits({ names: [name], phones: [phone], emails: [email] });

const MARINA = row('Marina Prado', '(11) 98765-4321', 'marina@example.com');
const STRANGER = row('Carlos Lima', '(31) 98763-3333', 'Marina@example.com');

const pick = (...call: Parameters<typeof judgeRows>) =>
  judgeRows(...call).map(({ isSame }) => isSame);

test('keeps a stranger apart who typed the person’s e-mail beside his own phone', () => {
  const rows = [MARINA, row('Marina', '11 8765-4321'), STRANGER];
  expect(judgeRows(MARINA, rows)).toEqual([
    { isSame: true, differs: [] },
    { isSame: true, differs: [] },
    { isSame: false, differs: ['names', 'phones'] },
  ]);
  expect(pick(STRANGER, rows)).toEqual([false, false, true]);
});

test('picks nobody when an e-mail alone leads to two people', () => {
  const asked = row(null, null, 'marina@example.com');
  expect(pick(asked, [MARINA, STRANGER])).toEqual([false, false]);
  expect(pick(asked, [MARINA])).toEqual([true]);
  const bare = row(null, null, 'marina@example.com');
  expect(pick(asked, [MARINA, STRANGER, bare])).toEqual([false, false, true]);
});

test('joins rows of one phone that have two e-mails and one name', () => {
  const asked = row(null, '11987654321');
  const other = row('marina prado', '11987654321', 'outra@example.com');
  expect(pick(asked, [MARINA, other])).toEqual([true, true]);
});

test('takes shorter names and initials for the same person, and a first name of two people for neither', () => {
  const asked = row(null, '11987654321');
  const of = (...names: string[]) =>
    pick(
      asked,
      names.map((name) => row(name, '11987654321')),
    );
  expect(of('Marina P.', 'Marina Prado', 'MARINA', 'Marína de Souza Prado')).toEqual([
    ...[true, true, true, true],
  ]);
  expect(of('Ana', 'Ana Lima', 'Ana Souza')).toEqual([false, false, false]);
});

test('picks a row of one field only as long as nothing known of the person contradicts it', () => {
  const asked = row(null, '11987654321', 'marina@example.com');
  const husband = row('Pedro Prado', '11987654321');
  expect(pick(asked, [MARINA, husband])).toEqual([true, false]);
  expect(pick(asked, [husband])).toEqual([true]);
  expect(pick(asked, [row(null, '11987654321')])).toEqual([true]);
});

test('joins rows that are known to be one person’s, and not strangers’ rows through them', () => {
  const sale = row('Loja Ltda', '21999990000', 'outra@example.com');
  expect(pick(MARINA, [MARINA, STRANGER, sale], [[0, 2]])).toEqual([true, false, true]);
  expect(pick(MARINA, [MARINA, STRANGER, sale], [[1, 2]])).toEqual([true, false, false]);
});

test('judges a flood of rows with one number and any names before the test times out', () => {
  const flood = Array.from({ length: 40_000 }, (_, index) => {
    const letters = [...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
    return row(`Robo ${letters}`, '11987654321');
  });
  expect(pick(row(null, '11987654321'), flood)).not.toContain(true);
  expect(pick(flood[0] ?? MARINA, flood)).toHaveLength(40_000);
});
