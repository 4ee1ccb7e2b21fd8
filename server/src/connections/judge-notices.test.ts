import type { PlatformName } from '@funil/contract/sales/platforms';
import { expect, test } from 'vitest';
import { configOf } from '../../../testkit/config-of.ts';
import { readSiteInfo } from '../../../testkit/start-app.ts';
import { judgeNotices } from './judge-notices.ts';
import type { NoticeFacts } from './notice-facts.ts';

const SECRET = '0123456789abcdef';
const KIWIFY = { KIWIFY_TOKEN: SECRET };
const now = Date.parse('2026-11-21T15:00:00Z');

const kiwify = (changes: Partial<NoticeFacts> = {}): NoticeFacts => ({
  platform: 'kiwify',
  accepted_at: '2026-11-21T12:30:00.000Z',
  refusals: [],
  warning: null,
  failed: 0,
  unread_since: null,
  ...changes,
});

const waiting = kiwify({ platform: 'tmb', accepted_at: null });

interface Input {
  readonly env?: Record<string, string>;
  readonly platform?: PlatformName;
  readonly notices?: readonly NoticeFacts[] | null;
  /** The platform of the page's checkout. */
  readonly used?: PlatformName;
  /** The platform of the listed product “Mentoria”. */
  readonly listed?: PlatformName;
}

function judge(input: Input) {
  const { env = KIWIFY, platform = 'kiwify', notices = [kiwify()], used, listed = 'other' } = input;
  const site = readSiteInfo({
    url: 'https://minha.com.br',
    checkout: { url: 'https://loja.com.br/x', platform: used ?? 'other' },
    products: [{ names: ['Mentoria'], platform: listed, url: 'https://loja.com.br/m' }],
  });
  return judgeNotices(platform, notices, { config: configOf(env), env, site, now });
}

const lines = (input: Input) => judge(input).findings.map(({ level, what }) => `${level}: ${what}`);

test('reports refused notices as an error with the remedy, also of a platform without a secret', () => {
  const since = '2026-11-21T12:30:00.000Z';
  const refused = (reason: 'proof' | 'secret') => [
    kiwify({ warning: { kind: 'refused', reason, since } }),
  ];
  expect(judge({ notices: refused('proof') }).findings).toContainEqual({
    subject: 'sales',
    level: 'red',
    what: 'Kiwify: avisos recusados desde 21/11/2026, 09:30 (segredo errado ou ausente), e nenhum aceito depois.',
    remedy:
      'Confira se o segredo no painel da Kiwify é o que está em Ligações. Depois reenvie os avisos pelo painel da Kiwify.',
    command: 'No .env, o segredo é KIWIFY_TOKEN; depois de mudá-lo, reinicie o servidor.',
  });
  expect(judge({ env: {}, notices: refused('secret') }).findings).toMatchObject([
    {
      level: 'red',
      what: expect.stringContaining('plataforma sem segredo no Funil'),
      remedy: expect.stringContaining('Copie o segredo do painel da Kiwify para Ligações.'),
    },
  ]);
});

test('warns of a platform that has been silent for unusually long', () => {
  const warning = { kind: 'silent', since: '2026-11-18T12:30:00.000Z' } as const;
  expect(lines({ notices: [kiwify({ warning })] })).toContain(
    'yellow: Kiwify: nenhum aviso desde 18/11/2026, 09:30, há mais tempo que o normal.',
  );
});

test('says nothing of a platform without a secret, notices or the page’s checkout', () => {
  expect(judge({ env: {}, notices: [] })).toEqual({
    id: 'kiwify',
    isOn: false,
    usedAt: null,
    findings: [],
  });
});

test('warns of a missing secret of the page’s platform, with the address to register', () => {
  const { findings } = judge({ env: {}, platform: 'hubla', used: 'hubla' });
  expect(findings).toMatchObject([
    {
      level: 'yellow',
      what: 'Hubla: a página vende por ela, mas o segredo dela não está guardado, e as vendas não chegam.',
      remedy: 'Salve o segredo em Ligações, e cadastre na plataforma o endereço que está ao lado.',
      command:
        'No .env: defina HUBLA_TOKEN e reinicie o servidor (docs/sales.md). O endereço é https://minha.com.br/postbacks/hubla',
    },
  ]);
});

test('asks for this server’s address when the page captures elsewhere', () => {
  const env = { ...KIWIFY, PUBLIC_SUPABASE_URL: 'https://abc.supabase.co' };
  const [finding] = judge({ env, notices: [kiwify({ accepted_at: null })] }).findings;
  expect(finding?.command).toBe(
    'O endereço é https://ENDEREÇO-DESTE-SERVIDOR/postbacks/kiwify (docs/sales.md)',
  );
});

test('names the listed product whose platform has no secret', () => {
  const missing = { env: {}, platform: 'hubla', listed: 'hubla' } as const;
  expect(lines(missing)).toEqual([
    'yellow: Hubla: você vende “Mentoria” por ela, mas o segredo dela não está guardado, e as vendas não chegam.',
  ]);
  expect(lines({ ...missing, used: 'hubla' })).toEqual([
    expect.stringContaining('Hubla: a página vende por ela, você vende “Mentoria” por ela, mas'),
  ]);
});

test('warns until the first notice arrives, then reports when the last one did', () => {
  // TMB's address contains a placeholder for the secret.
  expect(judge({ env: { TMB_TOKEN: SECRET }, platform: 'tmb', notices: [waiting] })).toMatchObject({
    isOn: true,
    usedAt: null,
    findings: [{ awaitsFirstUse: true, command: expect.stringContaining('tmb?token=O-SEGREDO') }],
  });
  expect(lines({ notices: [kiwify({ accepted_at: null })] })).toEqual([
    'yellow: Kiwify: o segredo está guardado, e nenhum aviso chegou ainda.',
  ]);
  expect(lines({})).toEqual(['green: Kiwify: o último aviso chegou há 2 h.']);
});

test('counts notices that were not understood', () => {
  expect(lines({ notices: [kiwify({ failed: 2 })] }).slice(1)).toEqual([
    'yellow: Kiwify: 2 avisos não foram compreendidos; nada se perdeu.',
  ]);
});

test('warns of notices that are unread for more than five minutes', () => {
  const since = (unread_since: string) => lines({ notices: [kiwify({ unread_since })] }).slice(1);
  expect(since('2026-11-21T14:56:00.000Z')).toEqual([]);
  expect(since('2026-11-21T14:40:00.000Z')).toEqual([
    'yellow: Kiwify: há avisos sem ler há 20 min.',
  ]);
});

test('warns of a short secret without showing it', () => {
  const tmb = (TMB_TOKEN: string) =>
    judge({ env: { TMB_TOKEN }, platform: 'tmb', notices: [waiting] });
  expect(tmb('abc123').findings[0]?.what).toBe('TMB: o segredo tem menos de 10 caracteres.');
  expect(JSON.stringify(tmb('abc123'))).not.toContain('abc123');
  expect(tmb(`${SECRET},abc123`).findings.map(({ what }) => what)).toEqual([
    'TMB: um dos segredos tem menos de 10 caracteres.',
    'TMB: 2 segredos estão guardados, e nenhum aviso chegou ainda.',
  ]);
});

test('reports only the secret while the database does not answer', () => {
  expect(lines({ notices: null })).toEqual([
    'green: Kiwify: o segredo está guardado; do último aviso nada se sabe agora.',
  ]);
});
