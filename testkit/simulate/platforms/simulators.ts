import type { PlatformName } from '@funil/contract/sales/platforms';
import { simulator as eduzz } from './eduzz/simulator.ts';
import { simulator as hotmart } from './hotmart/simulator.ts';
import { simulator as hubla } from './hubla/simulator.ts';
import { simulator as kiwify } from './kiwify/simulator.ts';
import { simulator as monetizze } from './monetizze/simulator.ts';
import {
  type CheckoutSimulator,
  fillSample,
  type PlannedNotice,
  readSample,
  type Signed,
} from './simulator.ts';
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

/** Returns a notice as its platform sends it: a copy of the platform's real sample with some fields changed, and the headers and query that authenticate it. */
export function writeNotice(
  notice: PlannedNotice,
  secret: string,
): Signed & { body: Buffer<ArrayBuffer> } {
  const { platform } = notice.sale;
  const { samples, fill, encode, sign } = SIMULATORS[platform];
  const sample = readSample(platform, samples[notice.kind] ?? '');
  const filled = fillSample(sample, fill(notice, secret));
  const body = Buffer.from(encode?.(filled, notice) ?? JSON.stringify(filled));
  const { headers, query = {} } = sign?.(body, secret, notice) ?? {};
  return { headers: { 'content-type': 'application/json', ...headers }, query, body };
}
