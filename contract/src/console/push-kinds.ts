// This file imports no zod, because the console loads it.

import { CONTACT_STAFF, MANAGEMENT, type Role } from '../operators/roles.ts';
import type { Labels } from './labels.ts';

export const PUSH_KINDS = [
  'lead',
  'application',
  'deadline',
  'sale',
  'pending',
  'refund',
  'summary',
] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

export const PUSH_LABELS: Labels<PushKind> = {
  lead: 'Lead novo',
  application: 'Aplicação enviada',
  deadline: 'Aplicação perto do prazo',
  sale: 'Venda paga',
  pending: 'Pix ou boleto emitido',
  refund: 'Reembolso ou contestação',
  summary: 'Resumo da manhã',
};

/** Attendants see no sales. */
const ROLES_BY_PUSH_KIND: Readonly<Record<PushKind, readonly Role[]>> = {
  lead: CONTACT_STAFF,
  application: CONTACT_STAFF,
  deadline: CONTACT_STAFF,
  sale: MANAGEMENT,
  pending: MANAGEMENT,
  refund: MANAGEMENT,
  summary: MANAGEMENT,
};

export const pushKindsFor = (role: Role): PushKind[] =>
  PUSH_KINDS.filter((kind) => ROLES_BY_PUSH_KIND[kind].includes(role));

export const MAX_DEVICES = 10;
