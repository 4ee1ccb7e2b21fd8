import { SECTION_LABELS } from '@funil/contract/console/answer-labels';
import { CONTACT_STATES } from '@funil/contract/contacts/contacts';
import { DELIVERY_STATES } from '@funil/contract/deliveries/deliveries';
import { WEBHOOK_EVENTS } from '@funil/contract/deliveries/webhook-events';
import { PLATFORM_NAMES } from '@funil/contract/sales/platforms';
import { SALE_STATES } from '@funil/contract/sales/sale-record';
import { expect, test } from 'vitest';
import type { TimelineRecord } from '../../people/sort-records.ts';
import { describeTimeline } from './timeline-text.ts';

const at = '2026-11-03T12:00:00.000Z';
const origin = { utm_source: '', utm_medium: '', utm_campaign: '', utm_content: '', utm_term: '' };
const SALE = { kind: 'sale', isPartialRefund: false, product: null, cents: null } as const;
const DELIVERY = { kind: 'delivery', destination: 'webhook:1' } as const;

const RECORDS: readonly TimelineRecord[] = [
  { at, kind: 'arrival', origin },
  ...Object.keys(SECTION_LABELS).map(
    (section) => ({ at, kind: 'section', section, ms: 1 }) as const,
  ),
  { at, kind: 'click', label: 'Entrar', section: 'oferta' },
  ...(['started', 'left', 'completed'] as const).flatMap((action) =>
    ['lead', 'aplicacao'].map(
      (form) => ({ at, kind: 'form', form, action, field: 'principais_desafios' }) as const,
    ),
  ),
  ...(['lead', 'draft', 'application'] as const).map((kind) => ({ at, kind })),
  ...SALE_STATES.map((state) => ({ ...SALE, at, state, platform: 'kiwify' })),
  ...PLATFORM_NAMES.map((platform) => ({ ...SALE, at, state: 'paid', platform }) as const),
  ...CONTACT_STATES.map((detail) => ({ at, kind: 'state', by: 'Ana', detail }) as const),
  ...['', 'removed'].map((detail) => ({ at, kind: 'note', by: 'Ana', detail }) as const),
  ...['', 'Bia'].map((detail) => ({ at, kind: 'owner', by: 'Ana', detail }) as const),
  ...['', at].map((detail) => ({ at, kind: 'follow_up', by: 'Ana', detail }) as const),
  { at, kind: 'message', by: 'Ana', detail: 'Primeira conversa' },
  ...DELIVERY_STATES.map((state) => ({ ...DELIVERY, at, type: 'lead.created', state }) as const),
  ...WEBHOOK_EVENTS.map((type) => ({ ...DELIVERY, at, type, state: 'delivered' }) as const),
];

/** Keys of code, which operators must not see: with an underscore or a dot, or without an accent of Portuguese. */
const KEYS = /[a-z]_[a-z]|[a-z]\.[a-z]|\b(?:hero|aplicacao|curriculo|dead|paid|kiwify|hotmart)\b/;

test.each(describeTimeline(RECORDS, 'owner'))(
  'describes a record without keys of code: $title $detail',
  (entry) => {
    expect(`${entry.title} ${entry.detail ?? ''}`).not.toMatch(KEYS);
  },
);
