import { PLATFORM_NAMES, type PlatformName } from '@funil/contract/sales/platforms';
import type { PlatformAdapter } from './authentication.ts';

async function loadAdapter(name: PlatformName): Promise<[PlatformName, PlatformAdapter]> {
  const exported: Readonly<Record<string, PlatformAdapter>> = await import(`./${name}/adapter.ts`);
  const adapter = exported[name];
  if (adapter?.name !== name) throw new Error(`${name}/adapter.ts exports no adapter ${name}`);
  return [name, adapter];
}

export const ADAPTERS = Object.fromEntries(
  await Promise.all(PLATFORM_NAMES.map(loadAdapter)),
) as Readonly<Record<PlatformName, PlatformAdapter>>;
