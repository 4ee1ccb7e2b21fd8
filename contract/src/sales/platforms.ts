/**
 * The checkout platforms whose notices the server reads. The page imports only the types, because its size is limited:
 * checkout.ts contains the parameters of its links.
 */

/** As what an account takes part in the products that it sells. */
export const ACCOUNT_ROLES = ['producer', 'coproducer'] as const;
export type AccountRole = (typeof ACCOUNT_ROLES)[number];

interface PlatformInfo {
  /** The name that people read. */
  readonly label: string;
  /** The environment variable with the secrets that prove its notices, separated by commas. */
  readonly secretVariable: string;
  /** The notice address, after the server's: below `/postbacks/`, with a query if the proof is part of the address. */
  readonly noticePath: string;
  /** The environment variable with the account's role. Left out: the notices name the account's own share. */
  readonly accountVariable?: string;
}

/** Adding a platform: one entry here, and the compiler names the other places. */
export const PLATFORMS = {
  hotmart: {
    label: 'Hotmart',
    secretVariable: 'HOTMART_HOTTOK',
    noticePath: 'hotmart',
    accountVariable: 'HOTMART_ACCOUNT',
  },
  kiwify: { label: 'Kiwify', secretVariable: 'KIWIFY_TOKEN', noticePath: 'kiwify' },
  eduzz: {
    label: 'Eduzz',
    secretVariable: 'EDUZZ_SECRET',
    noticePath: 'eduzz',
    accountVariable: 'EDUZZ_ACCOUNT',
  },
  hubla: { label: 'Hubla', secretVariable: 'HUBLA_TOKEN', noticePath: 'hubla' },
  ticto: { label: 'Ticto', secretVariable: 'TICTO_TOKEN', noticePath: 'ticto' },
  tmb: { label: 'TMB', secretVariable: 'TMB_TOKEN', noticePath: 'tmb?token=O-SEGREDO' },
  monetizze: { label: 'Monetizze', secretVariable: 'MONETIZZE_TOKEN', noticePath: 'monetizze' },
} as const satisfies Readonly<Record<string, PlatformInfo>>;

export type PlatformName = keyof typeof PLATFORMS;
export const PLATFORM_NAMES = Object.keys(PLATFORMS) as readonly PlatformName[];

/** A checkout that content may name; the server does not read the notices of `other`. */
export type CheckoutPlatform = PlatformName | 'other';
export const CHECKOUT_PLATFORMS: readonly CheckoutPlatform[] = [...PLATFORM_NAMES, 'other'];

/** Returns the platform's label; a name that is not in the list is its own label. */
export const platformLabel = (name: string): string =>
  Object.hasOwn(PLATFORMS, name) ? PLATFORMS[name as PlatformName].label : name;
