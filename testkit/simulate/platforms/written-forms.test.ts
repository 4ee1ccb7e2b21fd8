import { ADAPTERS } from '@funil/server/sales/platforms/adapters';
import { expect, test } from 'vitest';
import { readerOf } from '../../test-adapter.ts';
import { listSamples } from './simulator.ts';

const SAMPLES = Object.values(ADAPTERS).flatMap((platform) =>
  listSamples(platform.name).map((name) => [`${platform.name}/${name}`, platform, name] as const),
);
const headers = { 'x-hubla-idempotency': 'notice-1' };

/** Returns a platform's readings of a sample, and of the sample with each of its values changed. */
function readBoth(
  [, platform, name]: (typeof SAMPLES)[number],
  change: (value: unknown) => unknown,
  changeFirst: typeof change = (value) => value,
) {
  const rewrite = (edit: typeof change) => (text: string) =>
    JSON.stringify(JSON.parse(text, (_name, value: unknown) => edit(value)));
  const read = readerOf(platform);
  const [first, changed] = [changeFirst, change].map((edit) => read(name, rewrite(edit), headers));
  return { first, changed };
}

test.each(SAMPLES)('reads %s the same when its numbers are texts', (...sample) => {
  const { first, changed } = readBoth(sample, (value) =>
    typeof value === 'number' ? String(value) : value,
  );
  expect(changed).toEqual(first);
});

test.each(SAMPLES)('reads %s the same when its numeric texts are numbers', (...sample) => {
  const { first, changed } = readBoth(sample, (value) =>
    typeof value === 'string' && /^(?:0|[1-9]\d{0,14})(?:\.\d\d)?$/.test(value)
      ? Number(value)
      : value,
  );
  expect(changed).toEqual(first);
});

// Test notices of a panel are left out, because the server recognizes them by an address that only the platform
// writes.
const BUYERS = SAMPLES.filter(([, , name]) => name !== 'panel-test');

test.each(BUYERS)(
  'reads %s the same with brackets and commas around its addresses',
  (...sample) => {
    const { first, changed } = readBoth(sample, (value) =>
      typeof value === 'string' && value.endsWith('@example.com') ? `\u200b${value}., ` : value,
    );
    const emailOf = (reading: typeof first) => reading?.ok && reading.notice.buyer.email;
    expect(emailOf(changed)).toBe(emailOf(first));
  },
);

test.each(SAMPLES)('reads %s the same when every object has a new field', (...sample) => {
  const { first, changed } = readBoth(sample, (value) =>
    typeof value === 'object' && !Array.isArray(value) && value ? { ...value, novo: [{}] } : value,
  );
  expect(changed).toEqual(first);
});

test.each(SAMPLES)(
  'reads %s the same when words such as “Não Informado” replace its missing values',
  (...sample) => {
    const { first, changed } = readBoth(sample, (value) =>
      value === null || value === '' ? 'Não Informado' : value,
    );
    expect(changed).toEqual(first);
  },
);

const toReaisText = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

test.each(SAMPLES)('reads %s the same when its amounts are written as in Brazil', (...sample) => {
  const { first, changed } = readBoth(sample, (value) =>
    /^-?\d+\.\d{1,2}$/.test(String(value)) ? toReaisText.format(Number(value)) : value,
  );
  expect(changed).toEqual(first);
});

const toSeconds = (time: number) => Math.floor(time / 1000);
const toLocalIso = (time: number) => new Date(time - 3 * 3_600_000).toISOString();
const TIME_FORMS: readonly (readonly [string, (time: number) => unknown])[] = [
  ['milliseconds', (time) => toSeconds(time) * 1000],
  ['milliseconds as a text', (time) => String(toSeconds(time) * 1000)],
  ['seconds', toSeconds],
  ['seconds as a text', (time) => String(toSeconds(time))],
  ['ISO with an offset', (time) => `${toLocalIso(time).slice(0, 19)}-03:00`],
  ['ISO without an offset', (time) => toLocalIso(time).slice(0, 19)],
  [
    'a Brazilian date',
    (time) => toLocalIso(time).replace(/^(.{4})-(..)-(..)T(.{8}).*/, '$3/$2/$1 $4'),
  ],
];

/** Returns a time's ms since 1970; null for other values. A text without a zone is of Brasília. */
function timeOf(value: unknown): number | null {
  const text = String(value);
  if (/^17\d{11}$/.test(text)) return Number(text);
  if (!/^20\d\d-\d\d-\d\d[T ]\d\d:\d\d/.test(text)) return null;
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text.replace(' ', 'T')}-03:00`);
}

test.each(SAMPLES)('reads %s the same in every form of its times', (...sample) => {
  const rewriteTimes = (form: (time: number) => unknown) => (value: unknown) => {
    const time = timeOf(value);
    return time === null ? value : form(time);
  };
  const inSeconds = rewriteTimes((time) => new Date(toSeconds(time) * 1000).toISOString());
  for (const [form, write] of TIME_FORMS) {
    const { first, changed } = readBoth(sample, rewriteTimes(write), inSeconds);
    expect(changed, form).toEqual(first);
  }
});
