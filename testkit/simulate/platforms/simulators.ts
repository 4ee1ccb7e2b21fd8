import type { PlatformName } from '@funil/contract/platforms';
import { simulator as eduzz } from './eduzz/simulator.ts';
import { simulator as hotmart } from './hotmart/simulator.ts';
import { simulator as hubla } from './hubla/simulator.ts';
import { simulator as kiwify } from './kiwify/simulator.ts';
import { simulator as monetizze } from './monetizze/simulator.ts';
import {
  type CheckoutSimulator,
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
  const filled: object = JSON.parse(readSample(platform, samples[notice.kind] ?? ''));
  for (const [path, value] of Object.entries(fill(notice, secret))) {
    const steps = path.split('.');
    const field = steps.pop() ?? '';
    const parent = steps.reduce((node, step) => Reflect.get(node, step) ?? {}, filled);
    if (!Object.hasOwn(parent, field))
      throw new Error(`${platform} ${notice.kind} has no ${path}.`);
    Reflect.set(parent, field, value);
  }
  const body = Buffer.from(encode?.(filled, notice) ?? JSON.stringify(filled));
  const { headers, query = {} } = sign?.(body, secret, notice) ?? {};
  return { headers: { 'content-type': 'application/json', ...headers }, query, body };
}
