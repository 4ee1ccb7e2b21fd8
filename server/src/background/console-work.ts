import type { StoreConfig } from '../config/config.ts';
import type { LongWork } from '../console/long-work.ts';
import type { Finding } from '../doctor/finding.ts';
import type { Person } from '../records/people.ts';
import { runOnce } from './run-once.ts';

/** What the thread in which a person is forgotten needs to know. */
export interface Forgetting {
  readonly store: StoreConfig;
  readonly person: Person;
}

/** The console's long work, each piece in a thread of its own. */
export const workInThreads = (store: StoreConfig): LongWork => ({
  forget: (person) =>
    runOnce(new URL('./forget-worker.ts', import.meta.url), { store, person } satisfies Forgetting),
  examine: () => runOnce<Finding[]>(new URL('./doctor-worker.ts', import.meta.url), null),
});
