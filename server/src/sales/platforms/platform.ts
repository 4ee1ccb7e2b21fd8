import type { PlatformName } from '@funil/contract/platforms';
import type { NoticeAdapter } from '../notice.ts';
import type { Checkout } from './checkout.ts';
import type { PostbackHead, Proof } from './proof.ts';

/** A checkout platform. Its functions use no clock, store or network. */
export interface Platform extends NoticeAdapter {
  readonly name: PlatformName;
  /** The headers to store for `read`; none is a secret. */
  readonly storedHeaders?: readonly string[];
  /** The header that marks a sandbox's notices, whose bodies may equal real ones. */
  readonly sandboxHeader?: string;
  /** Checks in constant time that the platform sent the notice. Never parses the unproved body. */
  prove(head: PostbackHead, secret: string): Proof;
  readonly checkout: Checkout;
}
