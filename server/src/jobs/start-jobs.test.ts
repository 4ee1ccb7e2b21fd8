import { SqliteDialect } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createErrorReporter } from '../log/error-reporter.ts';
import { Database } from '../store/database.ts';
import { type Job, startJobs } from './start-jobs.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns a database that no job queries. */
const makeDatabase = () =>
  new Database(new SqliteDialect({ database: async () => Promise.reject(new Error('unused')) }));

function start(...jobs: Job[]) {
  const errors: string[] = [];
  let opened = 0;
  const running = startJobs(jobs, {
    now: Date.now,
    reportError: createErrorReporter(
      {
        error: ({ err }: { err?: unknown }, message?: string) =>
          void errors.push(`${message}: ${err}`),
        info: (message: unknown) => void errors.push(String(message)),
      },
      Date.now,
    ),
    async open() {
      opened += 1;
      return makeDatabase();
    },
  });
  return { ...running, errors, opened: () => opened };
}

/** Returns a job whose runs have these outcomes in turn, the last one again and again; an error is thrown. */
function makeJob(outcomes: readonly unknown[], overrides: Partial<Job> = {}) {
  let runs = 0;
  const job: Job = {
    everyMs: 1_000,
    failureMessage: 'it failed',
    async run() {
      const outcome = outcomes[Math.min(runs, outcomes.length - 1)];
      runs += 1;
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    ...overrides,
  };
  return { job, runs: () => runs };
}

const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const busy = () => Object.assign(new Error('database is locked'), { errcode: 5 });

test('runs a job at once and after each pause, on one connection for all jobs', async () => {
  const fast = makeJob([undefined]);
  const slow = makeJob([undefined], { everyMs: 10_000 });
  const jobs = start(fast.job, slow.job);
  await advance(0);
  expect([fast.runs(), slow.runs()]).toEqual([1, 1]);
  await advance(10_000);
  expect([fast.runs(), slow.runs(), jobs.opened()]).toEqual([11, 2, 1]);
  await jobs.stop();
});

test('opens the database again when the first connection fails', async () => {
  const { job, runs } = makeJob([undefined]);
  const open = vi.fn(async () => makeDatabase()).mockRejectedValueOnce(new Error('away'));
  const jobs = startJobs([job], { now: Date.now, reportError: () => {}, open });
  await advance(5_000);
  expect([open.mock.calls.length, runs()]).toEqual([2, 1]);
  await jobs.stop();
});

test('runs a job again soon while it has more to do', async () => {
  const { job, runs } = makeJob(['more', 'more', 'done']);
  const jobs = start(job);
  await advance(50);
  expect(runs()).toBe(3);
  await advance(900);
  expect(runs()).toBe(3);
  await jobs.stop();
});

test('gives jobs a time for deletions that ignores a clock that is set ahead by a year', async () => {
  const times: string[] = [];
  const { job } = makeJob([], {
    run: async ({ settledNow }) => times.push(new Date(settledNow()).toISOString()),
  });
  vi.setSystemTime('2026-03-10T12:00:00Z');
  const jobs = start(job);
  await advance(0);
  vi.setSystemTime('2027-03-10T12:00:00Z');
  await advance(1_000);
  await jobs.stop();
  expect(times).toEqual(['2026-03-10T12:00:00.000Z', '2026-03-10T12:00:01.000Z']);
});

test('gives jobs the time of an earlier process when the clock is a year ahead at the start', async () => {
  const times: string[] = [];
  const { job } = makeJob([], {
    run: async ({ settledNow }) => times.push(new Date(settledNow()).toISOString()),
  });
  vi.setSystemTime('2027-03-10T12:00:00Z');
  const jobs = startJobs([job], {
    now: Date.now,
    reportError: () => {},
    readLastTime: async () => '2026-03-10T12:00:00.000Z',
    open: async () => makeDatabase(),
  });
  await advance(0);
  await jobs.stop();
  expect(times).toEqual(['2026-03-10T12:00:00.000Z']);
});

test('delays no other job while one runs', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const endless = makeJob([undefined], { run: () => promise });
  const { job, runs } = makeJob([undefined]);
  const jobs = start(endless.job, job);
  await advance(5_000);
  expect(runs()).toBe(6);
  resolve();
  await jobs.stop();
});

test('runs the jobs that wait for a signal once more, also if they are running when it comes', async () => {
  const woken = makeJob([undefined], { wakeOn: 'notice' });
  const other = makeJob([undefined], { wakeOn: 'row' });
  const jobs = start(woken.job, other.job);
  jobs.wake('notice');
  await advance(0);
  expect([woken.runs(), other.runs()]).toEqual([2, 1]);
  jobs.wake('notice');
  await advance(0);
  expect([woken.runs(), other.runs()]).toEqual([3, 1]);
  await jobs.stop();
});

test('reports a failure and its end once each, and retries after five seconds', async () => {
  const full = new Error('disk full');
  const { job, runs } = makeJob([full, full, undefined, full, full], { wakeOn: 'row' });
  const jobs = start(job);
  await advance(0);
  jobs.wake('row');
  await advance(4_999);
  expect(runs()).toBe(1);
  await advance(1);
  expect(jobs.errors).toEqual(['it failed: Error: disk full']);
  await advance(20_000);
  expect(runs()).toBeGreaterThan(5);
  expect(jobs.errors).toEqual([
    'it failed: Error: disk full',
    'no longer: it failed',
    'it failed: Error: disk full',
  ]);
  await jobs.stop();
});

test('retries soon, without a report, while another process holds SQLite’s lock', async () => {
  const { job, runs } = makeJob([busy(), busy(), undefined]);
  const jobs = start(job);
  await advance(200);
  expect(runs()).toBe(3);
  expect(jobs.errors).toEqual([]);
  await jobs.stop();
});

test('reports SQLite’s lock once when ten runs met it, until the job succeeds again', async () => {
  const lockedRuns = Array.from({ length: 15 }, busy);
  const { job } = makeJob([busy(), undefined, ...lockedRuns, undefined, busy()]);
  const jobs = start(job);
  await advance(100 + 1_000 + 800);
  expect(jobs.errors).toEqual([]);
  await advance(100);
  expect(jobs.errors).toEqual(['it failed: Error: database is locked']);
  await advance(600 + 1_000 + 800);
  expect(jobs.errors).toHaveLength(2);
  await advance(100);
  expect(jobs.errors).toHaveLength(3);
  await jobs.stop();
});

test('ends each job once after its last run when it stops, except jobs that never ran', async () => {
  const ended: string[] = [];
  const end = (name: string) => ({ end: async () => ended.push(name) });
  const good = makeJob([undefined], end('good'));
  const bad = makeJob([new Error('no')], end('bad'));
  const jobs = start(good.job, bad.job);
  await advance(0);
  await jobs.stop();
  await advance(60_000);
  expect(ended).toEqual(['good']);
  expect([good.runs(), bad.runs()]).toEqual([1, 1]);
});
