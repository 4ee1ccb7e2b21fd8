import type { CheckoutPlatform } from '@funil/contract/checkout';
import type { Environment } from './variables.ts';

/** The variable that holds what each checkout platform proves its notices by. */
export const SECRET_VARIABLES = {
  hotmart: 'HOTMART_HOTTOK',
  kiwify: 'KIWIFY_TOKEN',
  eduzz: 'EDUZZ_SECRET',
  hubla: 'HUBLA_TOKEN',
  ticto: 'TICTO_TOKEN',
  tmb: 'TMB_TOKEN',
  monetizze: 'MONETIZZE_TOKEN',
} as const satisfies Record<Exclude<CheckoutPlatform, 'other'>, string>;

/** What each checkout platform proves its notices by; a platform without one has no door. */
export type PostbackSecrets = Readonly<Record<keyof typeof SECRET_VARIABLES, string | null>>;

export function readPostbackSecrets(env: Environment): PostbackSecrets {
  const read = (name: string) => env[name]?.trim() || null;
  return {
    hotmart: read(SECRET_VARIABLES.hotmart),
    kiwify: read(SECRET_VARIABLES.kiwify),
    eduzz: read(SECRET_VARIABLES.eduzz),
    hubla: read(SECRET_VARIABLES.hubla),
    ticto: read(SECRET_VARIABLES.ticto),
    tmb: read(SECRET_VARIABLES.tmb),
    monetizze: read(SECRET_VARIABLES.monetizze),
  };
}
