import * as z from 'zod/mini';
import type { StatusFinding } from '../connections/status.ts';
import type { CheckoutPlatform } from '../sales/platforms.ts';
import { STORED_SETTINGS } from '../settings/stored-settings.ts';
import { storableText } from '../text.ts';

/**
 * The source of a setting. `server` is the server's environment, which the console cannot change. `unreadable` means
 * that another key than this server's encrypted the stored value.
 */
type SettingSource = 'server' | 'console' | 'unreadable' | 'none';

export interface SettingState {
  readonly name: string;
  readonly source: SettingSource;
  /** Null if the value is secret, or not set in the console. */
  readonly value: string | null;
  /** When (in ISO) and by whom the value was stored; null if no value is stored. */
  readonly stored: { readonly at: string; readonly by: string } | null;
}

export interface ConnectionState {
  readonly id: string;
  /** When the connection was last used since its settings were stored, in ISO; null if it was not used since. */
  readonly used_at: string | null;
  /** Problems that arose since the settings were stored, and problems without a time. */
  readonly problems: readonly StatusFinding[];
}

export interface ConnectionsResponse {
  readonly settings: readonly SettingState[];
  /** The page's public address, to which platforms send notices; null until it is set. */
  readonly address: string | null;
  readonly checkout_platform: CheckoutPlatform | null;
  readonly connections: readonly ConnectionState[];
  /** Portuguese sentences about checkouts that contradict their platform, with a remedy. */
  readonly checkout_problems: readonly string[];
}

const MAX_VALUE_LENGTH = 4_000;

/** A null among `values` removes the stored value. */
export const changeSettingsSchema = z.strictObject({
  values: z
    .record(
      z.string().check(z.refine((name) => STORED_SETTINGS.has(name))),
      z.nullable(storableText(MAX_VALUE_LENGTH).check(z.minLength(1))),
    )
    .check(z.refine((values) => Object.keys(values).length > 0)),
});

/** `failure` says in Portuguese why the mail server refused the sign-in; null if it did not. */
export interface MailCheck {
  readonly failure: string | null;
}
