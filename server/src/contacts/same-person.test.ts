import { expect, test } from 'vitest';
import { judgeRows, toTraits } from './same-person.ts';

const row = (name: string | null, phone: string | null, email: string | null = null) =>
  toTraits({ names: [name], phones: [phone], emails: [email] });

const MARINA = row('Marina Prado', '(11) 98765-4321', 'marina@example.com');
const STRANGER = row('Carlos Lima', '(31) 98763-3333', 'Marina@example.com');

const pick = (...call: Parameters<typeof judgeRows>) =>
  judgeRows(...call).map(({ isSame }) => isSame);

test('separates a stranger who typed the person’s e-mail with another phone', () => {
  const rows = [MARINA, row('Marina', '11 8765-4321'), STRANGER];
  expect(judgeRows(MARINA, rows)).toEqual([
    { isSame: true, differs: [] },
    { isSame: true, differs: [] },
    { isSame: false, differs: ['names', 'phones'] },
  ]);
  expect(pick(STRANGER, rows)).toEqual([false, false, true]);
});

test('picks no row of two people who share the given e-mail', () => {
  const person = row(null, null, 'marina@example.com');
  expect(pick(person, [MARINA, STRANGER])).toEqual([false, false]);
  expect(pick(person, [MARINA])).toEqual([true]);
  const bare = row(null, null, 'marina@example.com');
  expect(pick(person, [MARINA, STRANGER, bare])).toEqual([false, false, true]);
});

test('reads no name in “Sem nome”, which the import writes for one', () => {
  const rows = [row('Sem nome', '11987654321'), row('Sem nome', '21987654321', 'a@example.com')];
  expect(pick(MARINA, rows)).toEqual([true, false]);
  expect(judgeRows(MARINA, rows)[0]?.differs).toEqual([]);
});

test('joins rows with one phone and one name but two e-mails', () => {
  const person = row(null, '11987654321');
  const other = row('marina prado', '11987654321', 'outra@example.com');
  expect(pick(person, [MARINA, other])).toEqual([true, true]);
});

test('accepts shorter names and initials, but not a first name that two people share', () => {
  const person = row(null, '11987654321');
  const of = (...names: string[]) =>
    pick(
      person,
      names.map((name) => row(name, '11987654321')),
    );
  expect(of('Marina P.', 'Marina Prado', 'MARINA', 'Marína de Souza Prado')).toEqual([
    ...[true, true, true, true],
  ]);
  expect(of('Ana', 'Ana Lima', 'Ana Souza')).toEqual([false, false, false]);
  expect(of('Marina Prado', 'Prado')).toEqual([false, false]);
});

test('picks a row that agrees in one field only if no other field contradicts it', () => {
  const person = row(null, '11987654321', 'marina@example.com');
  const husband = row('Pedro Prado', '11987654321');
  expect(pick(person, [MARINA, husband])).toEqual([true, false]);
  expect(pick(person, [husband])).toEqual([true]);
  expect(pick(person, [row(null, '11987654321')])).toEqual([true]);
});

test('joins pairs that are known to be one person, but not strangers through them', () => {
  const sale = row('Loja Ltda', '21999990000', 'outra@example.com');
  expect(pick(MARINA, [MARINA, STRANGER, sale], [[0, 2]])).toEqual([true, false, true]);
  expect(pick(MARINA, [MARINA, STRANGER, sale], [[1, 2]])).toEqual([true, false, false]);
});

test('judges 40,000 rows with one phone and different names in time', () => {
  const flood = Array.from({ length: 40_000 }, (_, index) => {
    const letters = [...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
    return row(`Robo ${letters}`, '11987654321');
  });
  expect(pick(row(null, '11987654321'), flood)).not.toContain(true);
  expect(pick(flood[0] ?? MARINA, flood)).toHaveLength(40_000);
});
