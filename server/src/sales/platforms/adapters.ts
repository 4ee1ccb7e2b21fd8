import { PLATFORM_NAMES, type PlatformName } from '@funil/contract/sales/platforms';
import type { PlatformAdapter } from './authentication.ts';

/** @throws Error if the platform's `adapter.ts` exports no adapter of its name */
async function loadAdapter(name: PlatformName): Promise<[PlatformName, PlatformAdapter]> {
  const exported: Readonly<Record<string, PlatformAdapter>> = await import(`./${name}/adapter.ts`);
  const adapter = exported[name];
  if (adapter?.name !== name) throw new Error(`${name}/adapter.ts exports no adapter ${name}`);
  return [name, adapter];
}

export const ADAPTERS = Object.fromEntries(
  await Promise.all(PLATFORM_NAMES.map(loadAdapter)),
) as Readonly<Record<PlatformName, PlatformAdapter>>;
