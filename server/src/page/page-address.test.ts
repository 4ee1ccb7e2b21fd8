import { expect, test } from 'vitest';
import { readSiteInfo } from '../../../testkit/start-app.ts';
import type { DraftField } from './draft.ts';
import { findPageAddress } from './page-address.ts';

const siteAt = (url: string) => readSiteInfo({ url });
const draftOf = (path: string[], value: unknown): DraftField[] => [
  { file: 'site', path, value, base: undefined, changed_by: 'a@b.test', changed_at: '2026-01-01' },
];

test('returns the draft’s address, else the published address', () => {
  const site = siteAt('https://escola.com.br');
  expect(findPageAddress([], site)).toBe('https://escola.com.br');
  const url = 'https://nova.com.br/curso';
  expect(findPageAddress(draftOf(['url'], url), site)).toBe(url);
  expect(findPageAddress(draftOf(['product'], 'Curso'), site)).toBe('https://escola.com.br');
});

test.each(['https://pagina.example', 'http://localhost:3000', 'http://192.168.0.7:3000', 'escola'])(
  'returns no address that only this machine or network opens: %s',
  (url) => {
    expect(findPageAddress(draftOf(['url'], url), null)).toBeNull();
  },
);
