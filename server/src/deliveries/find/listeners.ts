import type { WebhookEvent } from '@funil/contract/webhook-events';
import type { Destination } from '../destination.ts';
import { readDestinations } from '../registry.ts';
import type { Step } from './step.ts';

/** A destination that is on, and since when: ISO time in UTC. */
export interface Listener {
  readonly name: string;
  readonly since: string;
  readonly wantsLate: boolean;
  wants(type: WebhookEvent): boolean;
}

/** Destinations that are known to this process, by name. */
export type Known = ReadonlyMap<string, Pick<Destination, 'wants' | 'wantsLate'>>;

/**
 * Who listens, until the transaction ends: whoever is switched off meanwhile has what is announced canceled.
 * To be asked after the rows are read: whoever was there before a row is among them.
 * @returns null: one was added that this process does not know yet
 */
export async function readListeners(
  { step, dialect }: Step,
  known: Known,
): Promise<Listener[] | null> {
  const listeners: Listener[] = [];
  for (const { name, since } of await readDestinations(step, dialect, true)) {
    const destination = known.get(name);
    if (!destination) return null;
    const { wantsLate = true } = destination;
    listeners.push({ name, since, wantsLate, wants: (type) => destination.wants(type) });
  }
  return listeners;
}
