import type { InsertOutcome } from './capture-store.ts';

/** A checkout platform's notice as it came and proved to be its own. */
export interface RawNotice {
  readonly platform: string;
  /** 32 bytes; another notice of the same platform with the same ones is a repeat. */
  readonly digest: Uint8Array;
  /** JSON object: the headers that are needed to read it. */
  readonly headers: string;
  readonly body: Uint8Array;
  /** Which of the platform's proofs it bore. */
  readonly proof: string;
}

export type KeepOutcome = Extract<InsertOutcome, { ok: true } | { reason: 'unavailable' }>;

/** What a notice weighs while it waits for a commit. */
export const weighNotice = ({ body, headers }: RawNotice) => ({
  rows: 1,
  bytes: body.length + headers.length,
});
