import type { PlatformName } from '@funil/contract/platforms';
import type { NoticeAdapter } from '../notice.ts';
import type { Authentication, NoticeHead } from './authentication.ts';

/**
 * A checkout platform. Its functions use no clock, store or network. The adapters' comments name the source of each field;
 * `third-party integrations`: published code of others that reads this platform's notices.
 */
export interface Platform extends NoticeAdapter {
  readonly name: PlatformName;
  /** The headers to store for `read`; none is a secret. */
  readonly storedHeaders?: readonly string[];
  /** The header that marks a sandbox's notices, whose bodies may equal real ones. */
  readonly sandboxHeader?: string;
  /** Checks in constant time that the platform sent the notice. Never parses the unauthenticated body. */
  authenticate(head: NoticeHead, secret: string): Authentication;
}
