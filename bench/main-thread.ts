import type { CDPSession } from '@playwright/test';

interface TraceEvent {
  name: string;
  /** `X` for what has a duration. */
  ph: string;
  /** Start, in microseconds. */
  ts: number;
  dur?: number;
  /** The thread's own time: what other programs take of the machine is not in it. */
  tdur?: number;
  pid: number;
  tid: number;
  args: { name?: string; elementCount?: number; data?: { type?: string } };
}

/** What the page's main thread did, in ms, and how many elements it styled. */
export interface Work {
  total: number;
  longest: number;
  style: number;
  elements: number;
}

const lengthOf = ({ tdur, dur = 0 }: TraceEvent) => (tdur ?? dur) / 1000;
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

async function trace(session: CDPSession, run: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: unknown[] }) => void events.push(...(value as TraceEvent[]));
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['devtools.timeline', 'toplevel'] },
  });
  await run();
  const isComplete = new Promise((done) => session.once('Tracing.tracingComplete', done));
  await session.send('Tracing.end');
  await isComplete;
  session.off('Tracing.dataCollected', collect);
  return events;
}

/** Of the page's main thread, what begins with the first touch, or everything without one. */
function sinceTouch(events: readonly TraceEvent[]): TraceEvent[] {
  const main = events.find(
    ({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain',
  );
  const own = events.filter(
    ({ ph, pid, tid }) => ph === 'X' && pid === main?.pid && tid === main.tid,
  );
  const touch = own.find(
    ({ name, args }) => name === 'EventDispatch' && args.data?.type === 'pointerdown',
  );
  return own.filter(({ ts, dur = 0 }) => ts + dur >= (touch?.ts ?? 0));
}

/** What the main thread does while `run` touches the page and waits for it to come to rest. */
export async function measureWork(session: CDPSession, run: () => Promise<void>): Promise<Work> {
  const events = sinceTouch(await trace(session, run));
  const tasks = events.filter(({ name }) => name === 'ThreadControllerImpl::RunTask').map(lengthOf);
  const styles = events.filter(({ name }) => name === 'UpdateLayoutTree');
  return {
    total: sum(tasks),
    longest: Math.max(0, ...tasks),
    style: sum(styles.map(lengthOf)),
    elements: sum(styles.map(({ args }) => args.elementCount ?? 0)),
  };
}
