import type { ReconcilePlatform } from '@funil/contract/sales/sales-apis';
import type { ReconcileConfig } from '../../config/reconcile.ts';
import type { SalesApi } from '../platforms/api.ts';
import { createEduzzApi } from '../platforms/eduzz/api.ts';
import { createHotmartApi } from '../platforms/hotmart/api.ts';
import { createKiwifyApi } from '../platforms/kiwify/api.ts';

export interface PlatformApi {
  readonly platform: ReconcilePlatform;
  readonly api: SalesApi;
}

export function createSalesApis({ hotmart, kiwify, eduzz }: ReconcileConfig): PlatformApi[] {
  const apis: PlatformApi[] = [];
  if (hotmart !== null) apis.push({ platform: 'hotmart', api: createHotmartApi(hotmart) });
  if (kiwify !== null) apis.push({ platform: 'kiwify', api: createKiwifyApi(kiwify) });
  if (eduzz !== null) apis.push({ platform: 'eduzz', api: createEduzzApi(eduzz) });
  return apis;
}
