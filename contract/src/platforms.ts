/** The checkout platforms whose notices the server reads. Browser code reads this, so it knows no zod. */

interface PlatformFacts {
  /** The name that people read. */
  readonly label: string;
  /** The environment variable with the secret that proves its notices. */
  readonly secretVariable: string;
  /** The notice address, after the server's: below `/postbacks/`, with a query if the proof is part of the address. */
  readonly noticePath: string;
  /**
   * The link parameters that its notices give back: the ones made for references, else the UTM that sellers use
   * least. Eduzz, TMB and Monetizze document no `utm_term` in their notices, so `utm_content` carries it, too.
   */
  readonly referenceParameters: readonly string[];
}

/** Adding a platform: one line here, and its folder in `server/src/sales/platforms/`. */
export const PLATFORMS = {
  hotmart: {
    label: 'Hotmart',
    secretVariable: 'HOTMART_HOTTOK',
    noticePath: 'hotmart',
    referenceParameters: ['sck'],
  },
  kiwify: {
    label: 'Kiwify',
    secretVariable: 'KIWIFY_TOKEN',
    noticePath: 'kiwify',
    referenceParameters: ['s1', 'sck'],
  },
  eduzz: {
    label: 'Eduzz',
    secretVariable: 'EDUZZ_SECRET',
    noticePath: 'eduzz',
    referenceParameters: ['utm_term', 'utm_content'],
  },
  hubla: {
    label: 'Hubla',
    secretVariable: 'HUBLA_TOKEN',
    noticePath: 'hubla',
    referenceParameters: ['utm_term'],
  },
  ticto: {
    label: 'Ticto',
    secretVariable: 'TICTO_TOKEN',
    noticePath: 'ticto',
    referenceParameters: ['sck'],
  },
  tmb: {
    label: 'TMB',
    secretVariable: 'TMB_TOKEN',
    noticePath: 'tmb?token=O-SEGREDO',
    referenceParameters: ['utm_term', 'utm_content'],
  },
  monetizze: {
    label: 'Monetizze',
    secretVariable: 'MONETIZZE_TOKEN',
    noticePath: 'monetizze',
    referenceParameters: ['src', 'utm_content'],
  },
} as const satisfies Readonly<Record<string, PlatformFacts>>;

export type PlatformName = keyof typeof PLATFORMS;
export const PLATFORM_NAMES = Object.keys(PLATFORMS) as readonly PlatformName[];

/** What content may name: `other` is a checkout whose notices the server does not read. */
export type CheckoutPlatform = PlatformName | 'other';
export const CHECKOUT_PLATFORMS: readonly CheckoutPlatform[] = [...PLATFORM_NAMES, 'other'];

/** Returns the platform's label; a name that is not in the list is its own label. */
export const namePlatform = (name: string): string =>
  Object.hasOwn(PLATFORMS, name) ? PLATFORMS[name as PlatformName].label : name;
