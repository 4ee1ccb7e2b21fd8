// The morning's summary by e-mail and push. This file imports no zod, because the console loads it.
import { AD_STAFF, type Role } from '../operators/roles.ts';

export const SUMMARY_TIMES = ['never', 'daily', 'mondays'] as const;
export type SummaryTime = (typeof SUMMARY_TIMES)[number];

export const SUMMARY_LABELS: Readonly<Record<SummaryTime, string>> = {
  never: 'Nunca',
  daily: 'Todo dia, sobre ontem',
  mondays: 'Às segundas, sobre a semana',
};

export const SUMMARY_ROLES: readonly Role[] = AD_STAFF;

export interface SummaryChoice {
  readonly when: SummaryTime;
}
