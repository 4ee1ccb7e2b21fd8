import type { PostbackSecrets } from '../config/postbacks.ts';

export interface Platform {
  readonly name: keyof PostbackSecrets;
  /** As its makers write it. */
  readonly title: string;
  /** The variable that holds its secret. */
  readonly variable: string;
}

export const PLATFORMS: readonly Platform[] = [
  { name: 'hotmart', title: 'Hotmart', variable: 'HOTMART_HOTTOK' },
  { name: 'kiwify', title: 'Kiwify', variable: 'KIWIFY_TOKEN' },
  { name: 'eduzz', title: 'Eduzz', variable: 'EDUZZ_SECRET' },
  { name: 'hubla', title: 'Hubla', variable: 'HUBLA_TOKEN' },
  { name: 'ticto', title: 'Ticto', variable: 'TICTO_TOKEN' },
  { name: 'tmb', title: 'TMB', variable: 'TMB_TOKEN' },
];
