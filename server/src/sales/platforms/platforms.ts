import type { PlatformName } from '@funil/contract/platforms';
import { eduzz } from './eduzz.ts';
import { hotmart } from './hotmart.ts';
import { hubla } from './hubla.ts';
import { kiwify } from './kiwify.ts';
import { monetizze } from './monetizze.ts';
import type { Platform } from './platform.ts';
import { ticto } from './ticto.ts';
import { tmb } from './tmb.ts';

/** Every checkout whose notices are understood. */
export const PLATFORMS: Readonly<Record<PlatformName, Platform>> = {
  hotmart,
  kiwify,
  eduzz,
  hubla,
  ticto,
  tmb,
  monetizze,
};
