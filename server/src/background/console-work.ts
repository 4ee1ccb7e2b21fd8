import type { StoreConfig } from '../config/config.ts';
import { createWorkQueue, type LongWork } from '../console/long-work.ts';
import { runOnce } from '../jobs/thread.ts';
import type { Tasks } from './console-task.ts';
import { createPageEngine, hasPageEngine } from './page-engine.ts';

const runTask = <Name extends keyof Tasks>(
  name: Name,
  ...args: Parameters<Tasks[Name]>
): ReturnType<Tasks[Name]> =>
  runOnce(new URL('./console-task.ts', import.meta.url), { name, args }) as ReturnType<Tasks[Name]>;

/** Returns functions that run the console's long tasks, each in a separate thread. */
export function workInThreads(store: StoreConfig): LongWork {
  const erasures = createWorkQueue();
  const previews = createWorkQueue();
  return {
    forget: (request) => erasures(() => runTask('forget', store, request)),
    report: (request) => runTask('report', store, request),
    previewImport: (request) => previews(() => runTask('previewImport', store, request)),
    runImport: (request) => runTask('runImport', store, request),
    undoImport: (request) => runTask('undoImport', store, request),
    judgePassword: (password, email) => runTask('judgePassword', password, email),
    examine: () => runTask('examine'),
    pageEngine: createPageEngine(),
    hasPageEngine,
  };
}
