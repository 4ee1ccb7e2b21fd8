import { PLATFORMS } from '../sales/platforms/platforms.ts';
import { startSalesKeeper } from '../sales/sales-keeper.ts';
import { openDatabase } from '../store/open-database.ts';
import type { BesideCaptures, SalesConfig } from './work.ts';

/** Keeps sales up to date: reading notices and looking for leads holds up no request. */
export function startSales(
  { store, sales }: SalesConfig,
  { giveWay, reportTrouble }: BesideCaptures,
) {
  const keeper = startSalesKeeper({
    open: () => openDatabase(store, 'write', giveWay),
    adapters: PLATFORMS,
    attributionDays: sales.attributionDays,
    now: Date.now,
    reportTrouble,
  });
  return { wake: keeper.wake, stop: keeper.close };
}
