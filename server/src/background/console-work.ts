import type { StoreConfig } from '../config/config.ts';
import {
  createWorkQueue,
  type Forgetting,
  type LongWork,
  type ReportWanted,
} from '../console/long-work.ts';
import type { Finding } from '../doctor/finding.ts';
import { runOnce } from './thread.ts';

/** What the thread in which a person is forgotten needs to know. */
export interface ForgettingData {
  readonly store: StoreConfig;
  readonly wanted: Forgetting;
}

/** What the thread that reads a report needs to know. */
export interface Reporting {
  readonly store: StoreConfig;
  readonly wanted: ReportWanted;
}

/** What the thread that judges a new password needs to know. */
export interface PasswordJudging {
  readonly password: string;
  readonly email: string;
}

/** The console's long work, each piece in a thread of its own. */
export function workInThreads(store: StoreConfig): LongWork {
  const forgetting = createWorkQueue();
  return {
    forget: (wanted) =>
      forgetting(() =>
        runOnce(new URL('./forget-worker.ts', import.meta.url), {
          store,
          wanted,
        } satisfies ForgettingData),
      ),
    report: (wanted) =>
      runOnce(new URL('./report-worker.ts', import.meta.url), {
        store,
        wanted,
      } satisfies Reporting),
    judgePassword: (password, email) =>
      runOnce(new URL('./password-worker.ts', import.meta.url), {
        password,
        email,
      } satisfies PasswordJudging),
    examine: () => runOnce<Finding[]>(new URL('./doctor-worker.ts', import.meta.url), null),
  };
}
