import type { Finding } from '../doctor/finding.ts';
import type { Person } from '../records/people.ts';

/** What takes so long that it is done beside the console, which answers others meanwhile. */
export interface LongWork {
  /** Forgets a person; how many rows of what are gone. */
  forget(person: Person): Promise<Readonly<Record<string, number>>>;
  /** What the doctor finds. */
  examine(): Promise<readonly Finding[]>;
}
