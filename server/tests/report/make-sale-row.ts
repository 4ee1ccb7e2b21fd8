export type SaleColumns = Readonly<Record<string, string | number | boolean | null>>;

/** Makes a paid sale with a new order and without a lead. `changes` name when it was paid, or when it was pending. */
export const makeSaleRow = (sale_key: string, changes: SaleColumns): SaleColumns => ({
  ...{ platform: 'hotmart', sale_key, transaction: sale_key, order_id: sale_key, state: 'paid' },
  ...{ value_cents: 149_710, currency: 'BRL', product_name: 'Comunidade', candidates: 0 },
  ...{ begun_at: changes.pending_at ?? changes.paid_at ?? null, is_test: false },
  ...changes,
});

/** Returns the columns of a sale whose checkout's address named a lead. */
export const matchLead = (lead_ref: string, lead_id: number): SaleColumns => ({
  ...{ matched_by: 'reference', lead_source: 'lead', lead_ref, lead_id },
});
