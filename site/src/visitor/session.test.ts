import { MINUTE_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { touchSession } from './session.ts';
import type { RecordStorage } from './storage.ts';

const START = Date.parse('2026-03-01T12:00:00Z');

function makeStorage(value: unknown = undefined): RecordStorage {
  let stored = value;
  return {
    read: () => stored,
    write(_key, next) {
      stored = next;
    },
  };
}

test('continues a visit while events are less than half an hour apart', () => {
  const storage = makeStorage();
  const first = touchSession(START, storage);
  expect(first).toMatchObject({ isNew: true });
  for (const minutes of [29, 58, 87]) {
    expect(touchSession(START + minutes * MINUTE_MS, storage)).toEqual({
      id: first.id,
      isNew: false,
    });
  }
});

test('starts a new visit after half an hour without events', () => {
  const storage = makeStorage();
  const first = touchSession(START, storage);
  const second = touchSession(START + 30 * MINUTE_MS, storage);
  expect(second.isNew).toBe(true);
  expect(second.id).not.toBe(first.id);
});

test('does not shorten the visit when an event is reported late', () => {
  const storage = makeStorage();
  touchSession(START, storage);
  touchSession(START - 10 * MINUTE_MS, storage);
  expect(touchSession(START + 29 * MINUTE_MS, storage).isNew).toBe(false);
});

test.each([
  [undefined],
  ['text'],
  [{ id: 'x', last: START }],
  [{ id: '01980000-0000-7000-8000-000000000000', last: 'x' }],
  [{ id: '01980000-0000-7000-8000-000000000000', last: START + 90 * MINUTE_MS }],
])('replaces an invalid stored visit: %j', (invalid) => {
  const { id, isNew } = touchSession(START, makeStorage(invalid));
  expect(isNew).toBe(true);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
