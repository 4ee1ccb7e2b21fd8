import type { WebhookEvent } from '@funil/contract/webhook-events';
import type { RowNumbers } from '../../store/delivery-tables.ts';
import type { Destination } from '../destination.ts';
import { readDestinations } from '../registry.ts';
import type { Step } from './step.ts';
import type { Source } from './watch-rows.ts';

/** A destination that is on. */
export interface Listener {
  readonly name: string;
  /** It hears of rows with greater numbers. */
  readonly after: number;
  readonly wantsLate: boolean;
  wants(type: WebhookEvent): boolean;
}

type ListenedSource = Source | 'erasures';

/** Where a destination says after which row of a source it begins. */
export const HEARD_AFTER: Readonly<Record<ListenedSource, keyof RowNumbers>> = {
  leads: 'leads_after',
  applications: 'applications_after',
  drafts: 'drafts_after',
  abandoned: 'drafts_after',
  sales: 'sales_after',
  erasures: 'erasures_after',
};

/** Destinations that are known to this process, by name. */
export type Known = ReadonlyMap<string, Pick<Destination, 'wants' | 'wantsLate'>>;

/**
 * Who listens, until the transaction ends: whoever is switched off meanwhile has what is announced canceled.
 * To be asked after the rows are read: whoever was there before a row is among them.
 * @returns null: one was added that this process does not know yet
 */
export async function readListeners(
  { step, dialect }: Step,
  { known, source }: { readonly known: Known; readonly source: ListenedSource },
): Promise<Listener[] | null> {
  const listeners: Listener[] = [];
  for (const { name, after } of await readDestinations(step, dialect, true)) {
    const destination = known.get(name);
    if (!destination) return null;
    const { wantsLate = true } = destination;
    listeners.push({
      name,
      after: after[HEARD_AFTER[source]],
      wantsLate,
      wants: (type) => destination.wants(type),
    });
  }
  return listeners;
}
