/** Timestamps are ISO texts in UTC. */
import * as z from 'zod/mini';
import { PLATFORM_NAMES } from '../sales/platforms.ts';
import { storableText } from '../text.ts';
import { type ChosenColumns, IMPORT_KINDS, type ImportKind } from './import-kinds.ts';

/** A `known` row is already stored and changes nothing. A `changed` row of spend replaces an earlier row. */
export type ImportOutcome = 'new' | 'known' | 'changed' | 'refused';
type ImportCounts = Readonly<Record<ImportOutcome, number>>;

interface ImportRefusals {
  /** A sentence in Portuguese. */
  readonly reason: string;
  readonly count: number;
  /** The first lines with this reason, counted from 1. */
  readonly lines: readonly number[];
}

export interface ImportSample {
  readonly line: number;
  readonly outcome: ImportOutcome;
  /** Null if unknown; the same holds for the following fields except `state`. */
  readonly name: string | null;
  readonly contact: string | null;
  readonly at: string | null;
  readonly product: string | null;
  /** A sale's state; null for a lead. */
  readonly state: string | null;
  readonly value_cents: number | null;
  readonly currency: string;
  readonly net_cents: number | null;
  readonly source: string | null;
}

export interface ImportPreview {
  /** Null if the titles do not show the kind, so that the operator must choose the kind. */
  readonly kind: ImportKind | null;
  readonly titles: readonly string[];
  readonly columns: ChosenColumns;
  /** Labels of the required fields without a chosen column. Unless this list is empty, the server counts no rows. */
  readonly missing: readonly string[];
  readonly counts: ImportCounts;
  readonly refusals: readonly ImportRefusals[];
  /** The first rows that the import would store or change, else the file's first rows. */
  readonly samples: readonly ImportSample[];
  /** Portuguese sentences about spend, because `counts` has only numbers of rows. */
  readonly notes: readonly string[];
}

/** `settled` means that newer spend has replaced a part of the import, so that the import can no longer be undone. */
const IMPORT_STATES = ['running', 'done', 'settled', 'undoing', 'undone'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export interface ImportItem extends ImportCounts {
  readonly id: number;
  readonly kind: ImportKind;
  readonly file_name: string;
  readonly state: ImportState;
  readonly created_at: string;
  /** The operator's e-mail; empty if a command on the server imported the file. */
  readonly created_by: string;
  /** Why the import failed and was undone, in Portuguese; null if it did not fail. */
  readonly failure: string | null;
}

const MAX_TITLE_LENGTH = 500;

/** `columns` is JSON. The server guesses the fields that the request omits. */
export const importFileSchema = z.strictObject({
  name: z._default(storableText(200), ''),
  kind: z.optional(z.enum(IMPORT_KINDS)),
  columns: z.optional(storableText(20_000)),
  platform: z.optional(z.enum(PLATFORM_NAMES)),
});

export const chosenColumnsSchema = z.record(
  z.string().check(z.maxLength(40)),
  z.string().check(z.maxLength(MAX_TITLE_LENGTH)),
);
