import type { PlatformNotices } from '@funil/contract/console/sales';
import { PLATFORM_NAMES } from '@funil/contract/platforms';
import { expect, test } from 'vitest';
import { checkSales, type SalesCheckInput } from './check-sales.ts';

const NONE = Object.fromEntries(
  PLATFORM_NAMES.map((name): [string, readonly string[]] => [name, []]),
) as SalesCheckInput['secrets'];
const SECRET = '0123456789abcdef';
const now = Date.parse('2026-11-21T15:00:00Z');

const check = (input: Partial<SalesCheckInput>) =>
  checkSales({
    secrets: NONE,
    used: null,
    server: 'https://SUA-PÁGINA',
    notices: [],
    platforms: [],
    now,
    ...input,
  }).map(({ level, what, remedy }) => [level, what, remedy]);
const kiwify = (changes: Partial<{ failedNotices: number; waitingSince: string }> = {}) => ({
  platform: 'kiwify',
  lastAt: '2026-11-21T12:30:00.000Z',
  failedNotices: 0,
  waitingSince: null,
  ...changes,
});
const lines = (input: Partial<SalesCheckInput>) =>
  check(input).map(([level, what]) => `${level}: ${what}`);
const withKiwify = { secrets: { ...NONE, kiwify: [SECRET] } };

const warned = (warning: PlatformNotices['warning']) => ({
  platforms: [{ platform: 'kiwify' as const, accepted_at: null, refusals: [], warning }],
});

test('reports refused notices as an error with what to do, also of a platform without a secret', () => {
  const since = '2026-11-21T12:30:00.000Z';
  expect(
    check({ ...withKiwify, ...warned({ kind: 'refused', reason: 'proof', since }) }),
  ).toContainEqual([
    'red',
    'Kiwify: avisos recusados desde 21/11/2026, 09:30 (segredo errado ou ausente), e nenhum aceito depois.',
    expect.stringContaining(
      'é o que está em Ligações, no painel do Funil (ou em KIWIFY_TOKEN, no .env',
    ),
  ]);
  expect(check(warned({ kind: 'refused', reason: 'secret', since }))).toContainEqual([
    'red',
    expect.stringContaining('plataforma sem segredo no Funil'),
    expect.stringContaining('para Ligações, no painel do Funil (ou para KIWIFY_TOKEN no .env'),
  ]);
});

test('warns of a platform that has been silent for unusually long', () => {
  const found = warned({ kind: 'silent', since: '2026-11-18T12:30:00.000Z' });
  expect(lines({ ...withKiwify, ...found })).toContain(
    'yellow: Kiwify: nenhum aviso desde 18/11/2026, 09:30, há mais tempo que o normal.',
  );
});

test('warns when no platform is configured', () => {
  expect(check({ used: 'other' })).toEqual([
    [
      'yellow',
      'Nenhuma plataforma de checkout está ligada: o relatório fica sem vendas.',
      'Siga docs/sales.md; se a sua não está lá, nada falta.',
    ],
  ]);
});

test('warns of a missing secret of the page’s platform, with the address to register', () => {
  expect(check({ used: 'hubla', server: 'https://minha.com.br' })).toEqual([
    [
      'yellow',
      'Hubla: a página vende por ela, mas HUBLA_TOKEN não está definida, e as vendas não chegam.',
      'Copie o segredo da plataforma para Ligações, no painel do Funil (ou para HUBLA_TOKEN no .env, e reinicie), e cadastre lá https://minha.com.br/postbacks/hubla (docs/sales.md).',
    ],
  ]);
});

test('shows the place of the secret in TMB’s address', () => {
  const [found] = check({ secrets: { ...NONE, tmb: [SECRET] }, server: 'https://minha.com.br' });
  expect(found?.[2]).toContain('Cadastre https://minha.com.br/postbacks/tmb?token=O-SEGREDO no');
});

test('warns until the first notice arrives, then reports when the last one did', () => {
  expect(check(withKiwify)).toEqual([
    [
      'yellow',
      'Kiwify: KIWIFY_TOKEN está definida, e nenhum aviso chegou ainda.',
      'Cadastre https://SUA-PÁGINA/postbacks/kiwify no painel da plataforma e mande um teste de lá (docs/sales.md).',
    ],
  ]);
  expect(check({ ...withKiwify, notices: [kiwify()] })).toEqual([
    ['green', 'Kiwify: o último aviso chegou há 2 horas.', null],
  ]);
});

test('counts notices that were not understood', () => {
  expect(lines({ ...withKiwify, notices: [kiwify({ failedNotices: 2 })] })).toEqual([
    'green: Kiwify: o último aviso chegou há 2 horas.',
    'yellow: Kiwify: 2 avisos não foram compreendidos; nada se perdeu.',
  ]);
});

test('warns of notices that are unread for more than five minutes', () => {
  const since = (waitingSince: string) =>
    lines({ ...withKiwify, notices: [kiwify({ waitingSince })] }).slice(1);
  expect(since('2026-11-21T14:56:00.000Z')).toEqual([]);
  expect(since('2026-11-21T14:40:00.000Z')).toEqual([
    'yellow: Kiwify: há avisos sem ler há 20 minutos.',
  ]);
});

test('warns of a short secret without showing it', () => {
  const secrets = { ...NONE, tmb: ['abc123'] };
  expect(lines({ secrets })[0]).toBe('yellow: TMB: TMB_TOKEN tem menos de 10 caracteres.');
  expect(JSON.stringify(check({ secrets }))).not.toContain('abc123');
  const several = lines({ secrets: { ...NONE, tmb: [SECRET, 'abc123'] } });
  expect(several).toEqual([
    'yellow: TMB: um segredo de TMB_TOKEN tem menos de 10 caracteres.',
    'yellow: TMB: TMB_TOKEN tem 2 segredos, e nenhum aviso chegou ainda.',
  ]);
});

test('reports only the secret while the database does not answer', () => {
  expect(check({ ...withKiwify, notices: null })).toEqual([
    ['green', 'Kiwify: KIWIFY_TOKEN está definida; do último aviso nada se sabe agora.', null],
  ]);
});
