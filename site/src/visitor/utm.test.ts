import { fillUtms } from '@funil/contract/capture/utm';
import { expect, test } from 'vitest';
import { readOrStorePlainUtms, reportedUtms } from './utm.ts';

test('reports an origin without values that contain an e-mail address', () => {
  const utms = { ...fillUtms(''), utm_source: 'news', utm_campaign: 'Março 100%' };
  const emails = { utm_content: 'ana@exemplo.com', utm_term: 'ana%40exemplo.com' };
  const origem_timestamp = '2026-03-01T12:00:00.000Z';
  expect(reportedUtms({ ...utms, ...emails, origem_timestamp })).toEqual(utms);
});

test('replaces an invalid time of the first visit once', () => {
  let stored: unknown = { ...fillUtms('bio'), origem_timestamp: 'ontem' };
  const storage = {
    read: () => stored,
    write(_key: string, next: unknown) {
      stored = next;
    },
  };
  const readTime = (now: string) =>
    readOrStorePlainUtms('', storage, Date.parse(now)).origem_timestamp;
  const first = '2026-03-01T12:00:00.000Z';
  expect([readTime(first), readTime('2026-03-02T12:00:00.000Z')]).toEqual([first, first]);
});
