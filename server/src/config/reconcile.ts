import type { PlatformName } from '@funil/contract/sales/platforms';
import type { z } from 'zod';
import { baseUrlOr, credential } from './variables.ts';

const HOTMART_API_URL = 'https://developers.hotmart.com';
/** Hotmart issues the tokens of its API at this other address. */
const HOTMART_TOKEN_URL = 'https://api-sec-vlc.hotmart.com';

export const RECONCILE_VARIABLES = {
  HOTMART_CLIENT_ID: credential,
  HOTMART_CLIENT_SECRET: credential,
  HOTMART_API_URL: baseUrlOr(HOTMART_API_URL),
  KIWIFY_CLIENT_ID: credential,
  KIWIFY_CLIENT_SECRET: credential,
  KIWIFY_ACCOUNT_ID: credential,
  KIWIFY_API_URL: baseUrlOr('https://public-api.kiwify.com'),
  EDUZZ_API_TOKEN: credential,
  EDUZZ_API_URL: baseUrlOr('https://api.eduzz.com'),
};

/** The platforms with an API that lists sales, and the variables that the API needs. */
const API_CREDENTIALS = {
  hotmart: ['HOTMART_CLIENT_ID', 'HOTMART_CLIENT_SECRET'],
  kiwify: ['KIWIFY_CLIENT_ID', 'KIWIFY_CLIENT_SECRET', 'KIWIFY_ACCOUNT_ID'],
  eduzz: ['EDUZZ_API_TOKEN'],
} as const satisfies Partial<Record<PlatformName, readonly string[]>>;

export type ReconcilePlatform = keyof typeof API_CREDENTIALS;
export const RECONCILE_PLATFORMS = Object.keys(API_CREDENTIALS) as readonly ReconcilePlatform[];

type ReconcileValues = z.infer<z.ZodObject<typeof RECONCILE_VARIABLES>>;

/** Returns the settings of the platforms' APIs. Null: a credential is missing, so the API is not read. */
export function readReconcile(values: ReconcileValues) {
  const { HOTMART_CLIENT_ID, HOTMART_CLIENT_SECRET, HOTMART_API_URL: hotmartUrl } = values;
  const { KIWIFY_CLIENT_ID, KIWIFY_CLIENT_SECRET, KIWIFY_ACCOUNT_ID } = values;
  const findMissing = (name: ReconcilePlatform) =>
    API_CREDENTIALS[name].filter((variable) => values[variable] === null);
  return {
    hotmart:
      HOTMART_CLIENT_ID === null || HOTMART_CLIENT_SECRET === null
        ? null
        : {
            clientId: HOTMART_CLIENT_ID,
            clientSecret: HOTMART_CLIENT_SECRET,
            apiUrl: hotmartUrl,
            tokenUrl: hotmartUrl === HOTMART_API_URL ? HOTMART_TOKEN_URL : hotmartUrl,
          },
    kiwify:
      KIWIFY_CLIENT_ID === null || KIWIFY_CLIENT_SECRET === null || KIWIFY_ACCOUNT_ID === null
        ? null
        : {
            clientId: KIWIFY_CLIENT_ID,
            clientSecret: KIWIFY_CLIENT_SECRET,
            accountId: KIWIFY_ACCOUNT_ID,
            apiUrl: values.KIWIFY_API_URL,
          },
    eduzz:
      values.EDUZZ_API_TOKEN === null
        ? null
        : { token: values.EDUZZ_API_TOKEN, apiUrl: values.EDUZZ_API_URL },
    /** The platforms with only some of their credentials, and the missing variables. */
    incomplete: RECONCILE_PLATFORMS.map((platform) => ({
      platform,
      missing: findMissing(platform),
    })).filter(
      ({ platform, missing }) =>
        missing.length > 0 && missing.length < API_CREDENTIALS[platform].length,
    ),
  };
}

export type ReconcileConfig = Readonly<ReturnType<typeof readReconcile>>;
export type HotmartApiConfig = Readonly<NonNullable<ReconcileConfig['hotmart']>>;
export type KiwifyApiConfig = Readonly<NonNullable<ReconcileConfig['kiwify']>>;
export type EduzzApiConfig = Readonly<NonNullable<ReconcileConfig['eduzz']>>;

/** Whether the sales of some platform are compared with its API. */
export const hasReconciliation = (config: ReconcileConfig): boolean =>
  RECONCILE_PLATFORMS.some((name) => config[name] !== null);
