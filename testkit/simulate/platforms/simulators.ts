import { PLATFORM_NAMES, type PlatformName } from '@funil/contract/sales/platforms';
import {
  type CheckoutSimulator,
  fillSample,
  type NoticeProof,
  type PlannedNotice,
  readSample,
} from './simulator.ts';

/** Returns the simulator of a platform's folder. @throws Error if the folder has none */
async function loadSimulator(name: PlatformName): Promise<[PlatformName, CheckoutSimulator]> {
  const exported: { readonly simulator: CheckoutSimulator } = await import(
    `./${name}/simulator.ts`
  );
  return [name, exported.simulator];
}

export const SIMULATORS = Object.fromEntries(
  await Promise.all(PLATFORM_NAMES.map(loadSimulator)),
) as Readonly<Record<PlatformName, CheckoutSimulator>>;

/** Returns a notice as its platform sends it: its real sample with some fields changed, and its authentication. */
export function writeNotice(
  notice: PlannedNotice,
  secret: string,
): NoticeProof & { body: Buffer<ArrayBuffer> } {
  const { platform } = notice.sale;
  const { samples, changesFor, encode, sign } = SIMULATORS[platform];
  const sample = readSample(platform, samples[notice.kind] ?? '');
  const filled = fillSample(sample, changesFor(notice, secret));
  const body = Buffer.from(encode?.(filled, notice) ?? JSON.stringify(filled));
  const { headers, query = {} } = sign?.(body, secret, notice) ?? {};
  return { headers: { 'content-type': 'application/json', ...headers }, query, body };
}
