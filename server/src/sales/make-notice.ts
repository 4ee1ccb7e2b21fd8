import { NO_TRACKING, type Notice } from './notice.ts';

/** For tests: a notice of day `day` of November, at noon. */
export function notice(kind: Notice['kind'], day: number, more: Partial<Notice> = {}): Notice {
  const moment = `2026-11-${String(day).padStart(2, '0')}T12:00:00.000Z`;
  return {
    noticeId: `${kind}-${day}`,
    kind,
    saleKey: 'HP1',
    transaction: 'HP1',
    valueCents: 149_710,
    currency: 'BRL',
    method: 'pix',
    product: { id: '1', name: 'Comunidade' },
    buyer: { name: 'Marina Prado', email: 'marina@example.com', phones: ['11987654321'] },
    tracking: NO_TRACKING,
    occurredAt: moment,
    noticedAt: moment,
    paidAt: null,
    refundedCents: null,
    expiresAt: null,
    subscription: null,
    chargeNumber: null,
    isTest: false,
    ...more,
  };
}

/** Noon of a day of November. */
export const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}T12:00:00.000Z`;
