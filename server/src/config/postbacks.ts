import type { Environment } from './config.ts';

/** What each checkout platform proves its notices by; a platform without one has no door. */
export interface PostbackSecrets {
  readonly hotmart: string | null;
  readonly kiwify: string | null;
  readonly eduzz: string | null;
  readonly hubla: string | null;
  readonly ticto: string | null;
  readonly tmb: string | null;
}

export function readPostbackSecrets(env: Environment): PostbackSecrets {
  const read = (name: string) => env[name]?.trim() || null;
  return {
    hotmart: read('HOTMART_HOTTOK'),
    kiwify: read('KIWIFY_TOKEN'),
    eduzz: read('EDUZZ_SECRET'),
    hubla: read('HUBLA_TOKEN'),
    ticto: read('TICTO_TOKEN'),
    tmb: read('TMB_TOKEN'),
  };
}
