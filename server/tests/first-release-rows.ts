import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { HOUR_MS } from '@funil/contract/durations';
import { makeApplication, makeDraft, makeEvent, makeLead } from '../../testkit/rows.ts';
import { notice } from './start-sales.ts';

type Row = Readonly<Record<string, unknown>>;

const NOW = Date.now() - HOUR_MS;
/** ISO time in UTC, whole hours from an hour ago. */
const at = (hours = 0) => new Date(NOW + hours * HOUR_MS).toISOString();

const LEAD_KEY = '0192f3a4-b5c6-7d8e-9f00-112233445566';
const APPLICATION = '0192f3a4-b5c6-7d8e-9f00-000000000001';
const DRAFT = '0192f3a4-b5c6-7d8e-9f00-000000000002';
const SESSION = '0192f3a4-b5c6-7d8e-9f00-000000000003';
const OPERATOR = '0192f3a4-b5c6-7d8e-9f00-000000000004';
const FACTOR = '0192f3a4-b5c6-7d8e-9f00-000000000005';
const DELIVERY = '0192f3a4-b5c6-7d8e-9f00-000000000006';
const UTMS = { utm_source: 'instagram', utm_medium: 'social', utm_campaign: 'lancamento' };
const ORIGIN = { ...UTMS, utm_content: '' };
const STAGES = { cta: true, form_start: true, lead: true, checkout: true };
const SALE = { platform: 'hotmart', sale_key: 'HP1' };
const bytes = (length = 32) => randomBytes(length);

/** Rows for every table of the first release, as both databases store them: each in the order of its references. */
export const FIRST_ROWS: readonly (readonly [table: string, row: Row])[] = [
  ['leads', { ...makeLead(), created_at: at(-2), idempotency_key: LEAD_KEY, suspect: 'too-fast' }],
  [
    'applications',
    { ...makeApplication({ id: APPLICATION }), save_id: LEAD_KEY, created_at: at(-1) },
  ],
  ['application_drafts', { ...makeDraft({ id: DRAFT }), save_id: DRAFT, created_at: at(-1) }],
  ['visit_contexts', { lead_ref: LEAD_KEY, context: { fbp: 'fb.1.2.3' }, address: '192.0.2.1' }],
  [
    'jornada',
    { ...makeEvent({ session_id: SESSION, ...ORIGIN }), created_at: at(-2), occurred_at: at(-2) },
  ],
  [
    'visits',
    {
      ...{ session_id: SESSION, began_at: at(-2), seen_at: at(-2), last_number: 1 },
      ...{ first_event: SESSION, ...ORIGIN, utm_term: '', ...STAGES, purchase: false },
      ...{ application: false, lead_ref: LEAD_KEY, detail: { sections: { hero: 1200 } } },
    },
  ],
  ['visit_origins', { origin: 'aaaaaaaaaaaaaaaa', ...ORIGIN }],
  ...[
    ['visit', 'aaaaaaaaaaaaaaaa'],
    ['lead', 'aaaaaaaaaaaaaaaa'],
  ].map(
    ([kind, origin]) =>
      [
        'visit_totals',
        { day: at(-5).slice(0, 10), origin, kind, label: '', visits: 1, amount: 0 },
      ] as const,
  ),
  [
    'notices',
    {
      ...{ ...SALE, received_at: at(), digest: bytes(), headers: '{}', proof: 'hottok' },
      body: Buffer.from(notice({ at: NOW, ref: LEAD_KEY.replaceAll('-', '') })),
      read_by: 1,
    },
  ],
  [
    'sales',
    {
      ...{ ...SALE, transaction: 'HP1', state: 'paid', value_cents: 149_710, currency: 'BRL' },
      ...{ buyer_name: 'Marina Prado', buyer_email: 'marina@example.com', begun_at: at() },
      ...{ paid_at: at(), order_id: 'HP1', is_test: false, matched_by: 'reference' },
      ...{ lead_source: 'lead', lead_ref: LEAD_KEY, lead_id: 1, candidates: 1 },
    },
  ],
  ['sale_keys', { kind: 'email', key: 'marina@example.com', ...SALE }],
  ['sale_refunds', { ...SALE, at: at(), cents: 100 }],
  [
    'sale_matches',
    { platform: 'kiwify', sale_key: 'K1', subject: null, changed_by: 'bia', changed_at: at() },
  ],
  ['sale_test_marks', { platform: 'kiwify', sale_key: 'K1', marked_by: 'bia', marked_at: at() }],
  ['sale_milestones', { ...SALE, state: 'paid', happened_at: at() }],
  ['destinations', { name: 'webhook:crm', configured_at: at(), event_types: 'lead.created' }],
  [
    'endpoints',
    { id: DELIVERY, url: 'https://crm.example.com/', events: 'lead.created', secret: 'whsec_AA' },
  ],
  [
    'outbox_events',
    { type: 'lead.created', subject: `lead:${LEAD_KEY}`, happened_at: at(), data: '{}' },
  ],
  [
    'deliveries',
    {
      ...{ id: DELIVERY, event_number: 1, destination: 'webhook:crm', state: 'delivered' },
      ...{ subject: `lead:${LEAD_KEY}`, ended_at: at() },
    },
  ],
  [
    'delivery_attempts',
    { delivery: DELIVERY, tried_at: at(), took: 12, status: 200, answer: 'ok' },
  ],
  ['erasures', { phone_key_sha256: 'ab', email_key_sha256: 'cd' }],
  [
    'operators',
    { id: OPERATOR, email: 'bia@escola.test', password: '$argon2id$x', role: 'manager' },
  ],
  [
    'operator_links',
    { digest: bytes(), email: 'caio@escola.test', expires_at: at(24), role: 'attendant' },
  ],
  [
    'operator_sessions',
    {
      ...{ id: OPERATOR, operator_id: OPERATOR, refresh_key: bytes(), aal: 'aal2', amr: '[]' },
      ...{ user_agent: 'Firefox', address: '192.0.2.1' },
    },
  ],
  [
    'operator_factors',
    {
      ...{ id: FACTOR, operator_id: OPERATOR, factor_type: 'totp', friendly_name: 'celular' },
      ...{ secret: 'JBSWY3DP', status: 'verified' },
    },
  ],
  ['operator_challenges', { id: FACTOR, factor_id: FACTOR, expires_at: at(24) }],
  ['operator_recovery_codes', { factor_id: FACTOR, digest: bytes() }],
  ['operator_used_codes', { factor_id: FACTOR, step: 59_000_000 }],
  ['operator_known_origins', { operator_id: OPERATOR, digest: bytes(), seen_at: at() }],
  [
    'operator_alerts',
    {
      ...{ id: DELIVERY, operator_id: OPERATOR, kind: 'device', user_agent: 'Firefox' },
      ...{ address: '192.0.2.1', created_at: at(), due_at: at(24) },
    },
  ],
  ['signing_keys', { kid: 'k1', private_jwk: makeSigningKey() }],
  ['sign_in_attempts', { digest: bytes(), began_at: at(), attempts: 3 }],
  [
    'audit',
    {
      operator_email: 'bia@escola.test',
      action: 'lead.opened',
      subject_kind: 'lead',
      subject: 'lead:1',
    },
  ],
  ['contact_origins', { digest: 'aaaa', ...ORIGIN }],
  [
    'contacts',
    {
      ...{ kind: 'lead', lead_id: 1, at: NOW - 2 * HOUR_MS, saved_at: at(-2), origin: 1 },
      ...{ suspect: 1, words: '["maria"]' },
    },
  ],
  ['contact_search_words', { word: 'maria', number: 1 }],
  [
    'followups',
    {
      subject: 'lead:1',
      state: 'em_conversa',
      note: 'Pediu desconto',
      version: 2,
      changed_by: 'bia',
      changed_at: at(),
    },
  ],
  [
    'followup_changes',
    { subject: 'lead:1', at: at(), changed_by: 'bia', kind: 'state', detail: 'em_conversa' },
  ],
  ['templates', { name: 'Meu texto', text: 'Oi, {primeiro_nome}!', purpose: 'lead' }],
  [
    'lgpd_requests',
    { kind: 'access', contact: 'ana@example.com', received_at: at(), due_at: at(24) },
  ],
  [
    'ad_spend',
    {
      ...{ network: 'meta', day: at(-5).slice(0, 10), campaign_name: 'lancamento', line_key: 'ab' },
      ...{ currency: 'BRL', spend_cents: 5_000, source: 'csv', added_by: 7 },
    },
  ],
  ['ad_spend_imports', { leased_until: at(-24) }],
  ['ad_spend_pulls', { account: 'act_1', name: 'Conta', currency: 'BRL' }],
];

function makeSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return JSON.stringify(privateKey.export({ format: 'jwk' }));
}
