import { NO_TRACKING, type Notice, UNSTATED_FIELDS } from '@funil/server/sales/notices/notice';

export const noon = (day: number) => `2026-11-${String(day).padStart(2, '0')}T12:00:00.000Z`;

export function makeNotice(
  kind: Notice['kind'],
  day: number,
  overrides: Partial<Notice> = {},
): Notice {
  return {
    ...UNSTATED_FIELDS,
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
    occurredAt: noon(day),
    writtenAt: noon(day),
    paidAt: null,
    isTest: false,
    ...overrides,
  };
}
