import type { PlatformName } from '@funil/contract/sales/platforms';
import type { Platform } from './authentication.ts';
import { eduzz } from './eduzz/adapter.ts';
import { hotmart } from './hotmart/adapter.ts';
import { hubla } from './hubla/adapter.ts';
import { kiwify } from './kiwify/adapter.ts';
import { monetizze } from './monetizze/adapter.ts';
import { ticto } from './ticto/adapter.ts';
import { tmb } from './tmb/adapter.ts';

export const PLATFORMS: Readonly<Record<PlatformName, Platform>> = {
  hotmart,
  kiwify,
  eduzz,
  hubla,
  ticto,
  tmb,
  monetizze,
};
