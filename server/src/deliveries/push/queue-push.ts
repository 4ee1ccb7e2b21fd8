import { PUSH_PREFIX, readPushDevices } from '../../operators/push-devices.ts';
import type { Queryable } from '../../store/database.ts';
import type { NewEvent } from '../outbox/compose-events.ts';
import { storeEvents } from '../outbox/store-events.ts';
import { wantsEvent } from './compose.ts';

/**
 * Queues events for devices only, once per type and subject; without `operatorId`, for those of all operators. Returns
 * the destinations with new deliveries.
 */
export async function queuePush(
  transaction: Queryable,
  events: readonly Omit<NewEvent, 'number'>[],
  { now, operatorId }: { readonly now: number; readonly operatorId?: string | undefined },
): Promise<ReadonlySet<string>> {
  const allDevices = await readPushDevices(transaction);
  const devices = allDevices.filter(({ operator: { id } }) => id === (operatorId ?? id));
  return storeEvents(
    transaction,
    events.map((event) => ({ ...event, number: 1 })),
    {
      subscribers: devices.map((device) => ({
        name: PUSH_PREFIX + device.id,
        changesAfter: 0,
        subscribesTo: (type) => wantsEvent(device, type),
        receivesLate: false,
      })),
      at: new Date(now).toISOString(),
    },
  );
}
