import * as z from 'zod/mini';
import { PUSH_KINDS, type PushKind } from './push-kinds.ts';

/** A browser that gets an operator's pushes. Timestamps are ISO texts in UTC. */
export interface Device {
  readonly id: string;
  readonly user_agent: string;
  readonly created_at: string;
  readonly kinds: readonly PushKind[];
  /** True if pushes wait from 22:00 to 07:00 in Brasília. The server then sends them as one push at 07:00. */
  readonly is_quiet: boolean;
  /** True if pushes show names, which anyone can read on a locked screen. */
  readonly shows_names: boolean;
}

export interface DevicesResponse {
  /** The server's public key for subscriptions of browsers; null unless `CONSOLE_URL` is an address with TLS. */
  readonly public_key: string | null;
  readonly items: readonly Device[];
}

const deviceSettings = {
  kinds: z.array(z.enum(PUSH_KINDS)).check(z.maxLength(PUSH_KINDS.length)),
  is_quiet: z.boolean(),
  shows_names: z.boolean(),
};
const endpoint = z.string().check(z.maxLength(2_000));
const base64url = (length: number) =>
  z.string().check(z.regex(new RegExp(`^[\\w-]{${length}}=*$`)));

/** Adds the browser, or stores its new subscription and settings. */
export const deviceSchema = z.strictObject({
  endpoint,
  /** The keys of a push subscription, encoded as base64url: `p256dh` is a point of P-256, and `auth` has 16 bytes. */
  p256dh: base64url(87),
  auth: base64url(22),
  ...deviceSettings,
});
export type NewDevice = z.infer<typeof deviceSchema>;

/** The browser that opened the console, as a device; null if it gets no pushes of this operator. */
export interface SeenDevice {
  readonly device: Device | null;
}
export const seenDeviceSchema = z.strictObject({ endpoint });

export const deviceChangeSchema = z.partial(z.strictObject(deviceSettings));
export type DeviceChange = z.infer<typeof deviceChangeSchema>;
