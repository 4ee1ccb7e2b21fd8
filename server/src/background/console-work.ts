import type { StoreConfig } from '../config/config.ts';
import { createWorkQueue, type LongWork } from '../console/long-work.ts';
import type { Tasks } from './console-task.ts';
import { runOnce } from './thread.ts';

/** Runs one long task of the console in a separate thread. */
const runTask = <Name extends keyof Tasks>(
  name: Name,
  ...args: Parameters<Tasks[Name]>
): ReturnType<Tasks[Name]> =>
  runOnce(new URL('./console-task.ts', import.meta.url), { name, args }) as ReturnType<Tasks[Name]>;

/** Returns the console's long work, which runs each task in a separate thread. */
export function workInThreads(store: StoreConfig): LongWork {
  const forgetting = createWorkQueue();
  return {
    forget: (wanted) => forgetting(() => runTask('forget', store, wanted)),
    report: (wanted) => runTask('report', store, wanted),
    judgePassword: (password, email) => runTask('judgePassword', password, email),
    examine: () => runTask('examine'),
  };
}
