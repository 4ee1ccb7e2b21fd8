import type { PlatformName } from '@funil/contract/platforms';
import { simulator as eduzz } from './eduzz/simulator.ts';
import { simulator as hotmart } from './hotmart/simulator.ts';
import { simulator as hubla } from './hubla/simulator.ts';
import { simulator as kiwify } from './kiwify/simulator.ts';
import { simulator as monetizze } from './monetizze/simulator.ts';
import type { CheckoutSimulator } from './simulator.ts';
import { simulator as ticto } from './ticto/simulator.ts';
import { simulator as tmb } from './tmb/simulator.ts';

export const SIMULATORS: Readonly<Record<PlatformName, CheckoutSimulator>> = {
  hotmart,
  kiwify,
  eduzz,
  hubla,
  ticto,
  tmb,
  monetizze,
};
