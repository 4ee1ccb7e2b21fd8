/** Imports of files. Timestamps are ISO texts in UTC. */
import * as z from 'zod/mini';
import { type ChosenColumns, IMPORT_KINDS, type ImportKind } from '../files/imports.ts';
import { PLATFORM_NAMES } from '../sales/platforms.ts';
import { storableText } from '../text.ts';

/**
 * `known`: the row changes nothing. `refused`: it is not imported. For spend, `changed` counts replaced rows.
 */
export type ImportOutcome = 'new' | 'known' | 'changed' | 'refused';
export type ImportCounts = Readonly<Record<ImportOutcome, number>>;

/** Rows that are not imported for one reason. */
export interface ImportRefusals {
  /** Portuguese. */
  readonly reason: string;
  readonly count: number;
  /** The first lines of the file, counted from 1. */
  readonly lines: readonly number[];
}

/** A row as it would be stored. */
export interface ImportSample {
  readonly line: number;
  readonly outcome: ImportOutcome;
  /** Null in this and the following fields means unknown, except in `state`. */
  readonly name: string | null;
  readonly contact: string | null;
  readonly at: string | null;
  readonly product: string | null;
  /** A sale's state; null: a lead. */
  readonly state: string | null;
  readonly value_cents: number | null;
  readonly currency: string;
  readonly net_cents: number | null;
  /** A lead's `utm_source`. */
  readonly source: string | null;
}

/** The rows that the import of a file would store. */
export interface ImportPreview {
  /** Null: the titles do not show what the file contains, so the operator must say it. */
  readonly kind: ImportKind | null;
  /** The titles of the file's columns. */
  readonly titles: readonly string[];
  /** The columns that are read, for the kinds whose columns the operator chooses. */
  readonly columns: ChosenColumns;
  /** The labels of required fields for which the file has no column; unless it is empty, no row is counted. */
  readonly missing: readonly string[];
  readonly counts: ImportCounts;
  readonly refusals: readonly ImportRefusals[];
  /** The first rows that would be stored or changed; if there are none, the file's first rows. */
  readonly samples: readonly ImportSample[];
  /** Portuguese sentences about the spend in a file, because `counts` tells only the numbers of rows. */
  readonly notes: readonly string[];
}

/** `settled`: done, and replaced in part by newer spend of its network, so that it can no longer be undone. */
export const IMPORT_STATES = ['running', 'done', 'settled', 'undoing', 'undone'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** An import; the list has the newest first. */
export interface ImportItem extends ImportCounts {
  readonly id: number;
  readonly kind: ImportKind;
  readonly file_name: string;
  readonly state: ImportState;
  readonly created_at: string;
  /** E-mail of the operator; empty: a command on the server. */
  readonly created_by: string;
  /** Why the import failed and was undone, in Portuguese; null if it did not fail. */
  readonly failure: string | null;
}

const MAX_TITLE_LENGTH = 500;

/** The choices of the operator about a file; `columns` is JSON. The server guesses omitted choices. */
export const importFileSchema = z.strictObject({
  name: z._default(storableText(200), ''),
  kind: z.optional(z.enum(IMPORT_KINDS)),
  columns: z.optional(storableText(20_000)),
  platform: z.optional(z.enum(PLATFORM_NAMES)),
});

/** The content of `columns`. */
export const chosenColumnsSchema = z.record(
  z.string().check(z.maxLength(40)),
  z.string().check(z.maxLength(MAX_TITLE_LENGTH)),
);
