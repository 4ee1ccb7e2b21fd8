import type { ImportOutcome, ImportPreview, ImportSample } from '@funil/contract/imports/imports';
import type { ImportRow } from './read-rows.ts';

const MAX_REFUSAL_REASONS = 50;
const MAX_LINES_PER_REASON = 10;
const MAX_SAMPLES_PER_OUTCOME = 10;
const OTHER_REASONS_LABEL = 'Outros motivos';

export type ImportSummary = Pick<ImportPreview, 'counts' | 'refusals' | 'samples' | 'notes'>;

/** Counts the rows of an import, and keeps the first of each outcome as samples. */
export class ImportCounter {
  readonly counts: Record<ImportOutcome, number> = { new: 0, known: 0, changed: 0, refused: 0 };
  readonly #refusals = new Map<string, { count: number; lines: number[] }>();
  readonly #imported: ImportSample[] = [];
  readonly #known: ImportSample[] = [];

  add(row: ImportRow, outcome: ImportOutcome, reason?: string): void {
    this.counts[outcome] += 1;
    if (reason !== undefined) this.#addRefusal(row.line, reason);
    const samples = outcome === 'new' || outcome === 'changed' ? this.#imported : this.#known;
    const isSampled = outcome !== 'refused' && samples.length < MAX_SAMPLES_PER_OUTCOME;
    if (isSampled && (row.type === 'lead' || row.type === 'sale'))
      samples.push(toSample(row, outcome));
  }

  #addRefusal(line: number, reason: string) {
    const countedReason =
      this.#refusals.has(reason) || this.#refusals.size < MAX_REFUSAL_REASONS
        ? reason
        : OTHER_REASONS_LABEL;
    const refusal = this.#refusals.get(countedReason) ?? { count: 0, lines: [] };
    refusal.count += 1;
    if (refusal.lines.length < MAX_LINES_PER_REASON) refusal.lines.push(line);
    this.#refusals.set(countedReason, refusal);
  }

  get isEmpty(): boolean {
    return this.counts.new + this.counts.changed + this.counts.known === 0;
  }

  get columns() {
    const { new: new_rows, known, changed, refused } = this.counts;
    return { new_rows, known_rows: known, changed_rows: changed, refused_rows: refused };
  }

  get summary(): ImportSummary {
    const refusals = [...this.#refusals].map(([reason, refusal]) => ({ reason, ...refusal }));
    return {
      counts: this.counts,
      refusals: refusals.toSorted((a, b) => b.count - a.count),
      samples: this.#imported.length > 0 ? this.#imported : this.#known,
      notes: [],
    };
  }
}

export const EMPTY_SUMMARY = new ImportCounter().summary;

const EMPTY_SAMPLE = {
  name: null,
  contact: null,
  at: null,
  product: null,
  state: null,
  value_cents: null,
  currency: 'BRL',
  net_cents: null,
  source: null,
} as const;

function toSample(
  row: Extract<ImportRow, { type: 'lead' | 'sale' }>,
  outcome: ImportOutcome,
): ImportSample {
  const sample = { ...EMPTY_SAMPLE, line: row.line, outcome };
  if (row.type === 'lead') {
    const { nome, telefone, createdAt, utm_source } = row.lead;
    return { ...sample, name: nome, contact: telefone, at: createdAt, source: utm_source || null };
  }
  const { buyer, occurredAt, product, kind, valueCents, currency, split } = row.report.notice;
  return {
    ...sample,
    name: buyer.name,
    contact: buyer.email ?? buyer.phones[0] ?? null,
    at: occurredAt,
    product: product.name,
    state: kind,
    value_cents: valueCents,
    currency,
    net_cents: split.netCents,
  };
}
