import type { PlatformName } from '@funil/contract/platforms';
import type { NoticeAdapter } from '../notice.ts';
import type { Checkout } from './checkout.ts';
import type { PostbackHead, Proof } from './proof.ts';

/** One checkout platform: pure, without clock, store or network. */
export interface Platform extends NoticeAdapter {
  readonly name: PlatformName;
  /** Headers that `read` needs; none of them is a secret. */
  readonly keptHeaders?: readonly string[];
  /** The header that marks a sandbox's notices, whose body may be a real one's word for word. */
  readonly sandboxHeader?: string;
  /** Checks that the platform sent the notice, in constant time. Never parses the body: nothing proves it yet. */
  prove(head: PostbackHead, secret: string): Proof;
  /** How the simulator plays its sales. */
  readonly checkout: Checkout;
}
