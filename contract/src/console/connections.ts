/** The settings of checkouts, e-mail, Meta and Google that owners set in the console. */
import * as z from 'zod/mini';
import type { CheckoutPlatform } from '../sales/platforms.ts';
import { STORED_SETTINGS } from '../settings/stored-settings.ts';
import { storableText } from '../text.ts';
import type { StatusFinding } from './status.ts';

/**
 * The source of a setting. `server`: the environment, which the console cannot change. `unreadable`: a stored value
 * that this server cannot decrypt, because it has another key.
 */
export type SettingSource = 'server' | 'console' | 'unreadable' | 'none';

export interface SettingState {
  readonly name: string;
  readonly source: SettingSource;
  /** Null: it is a secret, or not set in the console. */
  readonly value: string | null;
  /** When and by whom it was stored; null: it is not stored. */
  readonly stored: { readonly at: string; readonly by: string } | null;
}

export interface ConnectionState {
  readonly id: string;
  /** When it last worked since its settings were stored; null: not yet. */
  readonly used_at: string | null;
  /** Problems found since the settings were last stored, and problems without a time. */
  readonly problems: readonly StatusFinding[];
}

export interface ConnectionsResponse {
  readonly settings: readonly SettingState[];
  /** Where platforms send notices, below `/postbacks/`; null until the seller sets the page's address. */
  readonly address: string | null;
  readonly checkout_platform: CheckoutPlatform | null;
  /** The connections in effect, and those with a problem. */
  readonly connections: readonly ConnectionState[];
  /** Sentences with a remedy, about checkouts that contradict their platform. */
  readonly checkout_problems: readonly string[];
}

const MAX_VALUE_LENGTH = 4_000;

/** Null removes a stored value. */
export const changeSettingsSchema = z.strictObject({
  values: z
    .record(
      z.string().check(z.refine((name) => STORED_SETTINGS.has(name))),
      z.nullable(storableText(MAX_VALUE_LENGTH).check(z.minLength(1))),
    )
    .check(z.refine((values) => Object.keys(values).length > 0)),
});

/** `failure`: why signing in at the mail server failed, in Portuguese; null if it worked. */
export interface MailCheck {
  readonly failure: string | null;
}
