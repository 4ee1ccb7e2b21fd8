import type { DeliveriesConfig } from './destinations.ts';

/**
 * Whether settings alone ask for a destination; the seller's own endpoints are found in the database. It
 * stands apart from what sends, which a server that only captures never loads.
 */
export const isConfigured = ({ mail, conversions: { meta, ga4 } }: DeliveriesConfig): boolean =>
  mail !== null || meta !== null || ga4 !== null;
