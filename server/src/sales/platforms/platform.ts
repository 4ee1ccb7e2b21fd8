import type { PlatformName } from '@funil/contract/platforms';
import type { NoticeAdapter } from '../notice.ts';

/** What is known of a notice before its body is read. Header names are in lower case. */
export interface PostbackHead {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
}

/** A notice as it came. */
export interface Postback extends PostbackHead {
  /** The body's bytes, untouched: signatures are over them. */
  readonly body: Uint8Array;
}

/** The name of the proof that a notice bears, or null: nothing proves it. */
export type ProofName = string | null;
/** A verdict by the head alone, or, where the head is well formed, a check of the body's bytes. */
export type Proof = ProofName | ((body: Uint8Array) => ProofName);

/** One checkout platform: pure, without clock, store or network. */
export interface Platform extends NoticeAdapter {
  readonly name: PlatformName;
  /** Headers that `read` needs; none of them is a secret. */
  readonly keptHeaders: readonly string[];
  /** The header that marks a sandbox's notices, whose body may be a real one's word for word. */
  readonly sandboxHeader?: string;
  /** Checks that the platform sent the notice, in constant time. Never parses the body: nothing proves it yet. */
  prove(head: PostbackHead, secret: string): Proof;
}
