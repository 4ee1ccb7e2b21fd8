import { fillUtms } from '@funil/contract/capture/utm';
import { expect, test } from 'vitest';
import { reportedUtms } from './utm.ts';

test('reports an origin without values that contain an e-mail address', () => {
  const utms = { ...fillUtms(''), utm_source: 'news', utm_campaign: 'Março 100%' };
  const emails = { utm_content: 'ana@exemplo.com', utm_term: 'ana%40exemplo.com' };
  const origem_timestamp = '2026-03-01T12:00:00.000Z';
  expect(reportedUtms({ ...utms, ...emails, origem_timestamp })).toEqual(utms);
});
