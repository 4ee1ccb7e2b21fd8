import { fillUtms } from '@funil/contract/capture/utm';
import type { LeadConversion, SaleConversion } from '@funil/server/deliveries/conversions';

const visitor = {
  lead_ref: '0199aaaa-0000-7000-8000-000000000001',
  at: Date.parse('2026-03-10T11:00:00.000Z'),
  customer: { name: 'Ana Souza', email: 'ana@souza.example', phone: '5511987654321' },
};

export const LEAD_CONVERSION: LeadConversion = {
  ...visitor,
  ...fillUtms(''),
  type: 'lead.created',
  kind: 'lead',
  created_at: '2026-03-10T11:00:00.000Z',
  suspect: null,
};

export const SALE_CONVERSION: SaleConversion = {
  ...visitor,
  type: 'sale.paid',
  kind: 'sale',
  transaction: 'HP123',
  value_cents: 149_790,
  currency: 'BRL',
  product: 'Comunidade',
};
