import type { StoreConfig } from '../config/config.ts';
import {
  createWorkQueue,
  type Forgetting,
  type LongWork,
  type ReportWanted,
} from '../console/long-work.ts';
import { runOnce } from './thread.ts';

/** One long task of the console, as its thread receives it. */
export type ConsoleTask =
  | { readonly is: 'forget'; readonly store: StoreConfig; readonly wanted: Forgetting }
  | { readonly is: 'report'; readonly store: StoreConfig; readonly wanted: ReportWanted }
  | { readonly is: 'judge-password'; readonly password: string; readonly email: string }
  | { readonly is: 'examine' };

const runTask = <Answer>(task: ConsoleTask): Promise<Answer> =>
  runOnce(new URL('./console-task.ts', import.meta.url), task);

/** Returns the console's long work, which runs each task in a separate thread. */
export function workInThreads(store: StoreConfig): LongWork {
  const forgetting = createWorkQueue();
  return {
    forget: (wanted) => forgetting(() => runTask({ is: 'forget', store, wanted })),
    report: (wanted) => runTask({ is: 'report', store, wanted }),
    judgePassword: (password, email) => runTask({ is: 'judge-password', password, email }),
    examine: () => runTask({ is: 'examine' }),
  };
}
