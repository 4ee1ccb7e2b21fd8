import { expect, test } from 'vitest';
import { JsonNumber, readJson, textOf, valueAt } from './json.ts';

const read = (text: string) => readJson(Buffer.from(text));

test('keeps the source text of numbers', () => {
  const json = read('{"a":[1497.1,1e999,12345678901234567890]}');
  expect(json.ok && valueAt(json.value, 'a', 0)).toEqual(new JsonNumber('1497.1'));
  expect(json.ok && valueAt(json.value, 'a', 1)).toEqual(new JsonNumber('1e999'));
  expect(json.ok && textOf(valueAt(json.value, 'a', 2))).toBe('12345678901234567890');
});

test('refuses deep nesting without throwing', () => {
  expect(read('['.repeat(250_000))).toEqual({ ok: false, reason: 'deep' });
  expect(read(`${'{"a":'.repeat(60_000)}1${'}'.repeat(60_000)}`)).toEqual({
    ok: false,
    reason: 'deep',
  });
  expect(read(`{"a":"${'['.repeat(200)}"}`).ok).toBe(true);
});

test('refuses invalid JSON and invalid UTF-8', () => {
  expect(read('')).toEqual({ ok: false, reason: 'json' });
  expect(read('event=paid&value=1')).toEqual({ ok: false, reason: 'json' });
  expect(readJson(Buffer.from([0x22, 0xff, 0x22]))).toEqual({ ok: false, reason: 'encoding' });
});

test('finds only own members', () => {
  const json = read('{"a":{"b":1},"__proto__":{"c":2}}');
  const value = json.ok ? json.value : null;
  expect(valueAt(value, 'constructor')).toBeNull();
  expect(valueAt(value, 'a', 'toString')).toBeNull();
  expect(valueAt(value, 'a', 'c')).toBeNull();
  expect(valueAt(value, 'a', 'b', 'c')).toBeNull();
});

test('cleans texts for the databases', () => {
  expect(textOf(' a\0b ')).toBe('ab');
  expect(textOf('\ud800')).toBe('\ufffd');
  expect(textOf('x'.repeat(9000))).toHaveLength(600);
  expect(textOf('  ')).toBeNull();
  expect(textOf(false)).toBeNull();
});

test('reads the platforms’ words for a missing value as null', () => {
  for (const word of ['Não Informado', 'nao informado', 'null', 'undefined', 'N/A', '-']) {
    expect(textOf(word)).toBeNull();
  }
  expect(textOf('Ana None')).toBe('Ana None');
});
