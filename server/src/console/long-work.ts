import type { Finding } from '../doctor/finding.ts';
import type { Asked } from '../leads/people/person-rows.ts';
import { type PasswordWeakness, TooBusyError } from '../operators/passwords.ts';
import type { ReportData } from '../report/model.ts';
import type { Period } from '../report/period.ts';

/** Of which days a report is, and in what order the page has its sections. */
export interface ReportWanted {
  readonly period: Period;
  readonly sections: readonly string[];
}

/** Whom to forget, and which of the rows found. */
export interface Forgetting {
  readonly asked: Asked;
  readonly rows: readonly string[] | null;
}

/** What takes so long that it is done beside the console, which answers others meanwhile. */
export interface LongWork {
  /** Forgets the chosen rows of a person, by their keys; null: those that are the person's as far as their fields tell. Counts what is gone. */
  forget(wanted: Forgetting): Promise<Readonly<Record<string, number>>>;
  /** Why a new password is refused; null: it may be used. */
  judgePassword(password: string, email: string): Promise<PasswordWeakness | null>;
  /** What the doctor finds. */
  examine(): Promise<readonly Finding[]>;
  /** All that a report shows. */
  report(wanted: ReportWanted): Promise<ReportData>;
}

/** Pieces of work that may wait; whoever comes later is to try again. */
const MAX_WAITING = 8;

/**
 * Returns a function that runs one piece of work at a time: each takes a thread's memory.
 * @throws TooBusyError when too many wait
 */
export function createWorkQueue() {
  let unfinished = 0;
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(run: () => Promise<Result>): Promise<Result> => {
    if (unfinished > MAX_WAITING) return Promise.reject(new TooBusyError('Too much long work.'));
    unfinished += 1;
    const result = last.then(run).finally(() => {
      unfinished -= 1;
    });
    // Its failure is its caller's to see.
    last = result.catch(() => {});
    return result;
  };
}

/**
 * Returns a function that runs work in a queue of its own, once for all who ask for the same meanwhile.
 * @param run does what is wanted, which is the same where its JSON is
 */
export function shareWork<Wanted, Result>(run: (wanted: Wanted) => Promise<Result>) {
  const queue = createWorkQueue();
  const underWay = new Map<string, Promise<Result>>();
  return (wanted: Wanted): Promise<Result> => {
    const key = JSON.stringify(wanted);
    const known = underWay.get(key);
    if (known) return known;
    const result = queue(() => run(wanted)).finally(() => underWay.delete(key));
    underWay.set(key, result);
    return result;
  };
}
