import type { CheckoutPlatform } from '@funil/contract/checkout';
import type { NoticeAdapter } from '../../../records/notice.ts';

export type PlatformName = Exclude<CheckoutPlatform, 'other'>;

/** A notice as it came. Header names are in lower case. */
export interface Postback {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** The body's bytes, untouched: signatures are over them. */
  readonly body: Uint8Array;
}

/** One checkout platform: pure, without clock, store or network. */
export interface Platform extends NoticeAdapter {
  readonly name: PlatformName;
  /** Headers that `read` needs; none of them is a secret. */
  readonly keptHeaders: readonly string[];
  /** The header that marks a sandbox's notices, whose body may be a real one's word for word. */
  readonly sandboxHeader?: string;
  /** Which of the platform's ways proves that the notice is its own; null: none does. Constant time. */
  prove(postback: Postback, secret: string): string | null;
}
