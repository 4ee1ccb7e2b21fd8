import type { LiveResponse, MarkedKind } from '@funil/contract/console/live';
import { onlineManager, QueryObserver, queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../api.ts';
import { queryClient } from '../queries.ts';
import { type LiveState, setLiveState } from './live-state.ts';
import { recordBuild } from './redeploy.ts';
import { dropChanges, refreshAll, refreshTables } from './refresh.ts';

const MARKS_INTERVAL_MS = 1_500;
/** A connection without a response for this time counts as broken. */
const MARKS_TIMEOUT_MS = 10_000;
const MAX_RETRY_DELAY_MS = 30_000;

/** Number of consecutive requests without a response, up to the latest. */
let unansweredCount = 0;

/** Reads the tables' change marks: never in a hidden tab, and at once when the tab is shown or comes online. */
export const marksQuery = queryOptions({
  queryKey: ['live'],
  meta: { tables: [] },
  queryFn: async ({ signal }) => {
    const timeout = AbortSignal.timeout(MARKS_TIMEOUT_MS);
    unansweredCount += 1;
    const answer = await call('GET live', { signal: AbortSignal.any([signal, timeout]) });
    unansweredCount = 0;
    return answer;
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** Refetches queries when their tables' marks change. @returns stops this and removes the data of every query */
export function followChanges(): () => void {
  const observer = new QueryObserver(queryClient, {
    ...marksQuery,
    refetchInterval: () => Math.min(MARKS_INTERVAL_MS * 2 ** unansweredCount, MAX_RETRY_DELAY_MS),
    refetchOnReconnect: 'always',
    refetchOnWindowFocus: 'always',
  });
  // The router reads the marks before the first view, which is outdated if a later answer has other marks.
  let lastAnswer = observer.getCurrentResult().data;
  let isOutdated = false;
  unansweredCount = 0;
  const unsubscribe = observer.subscribe(({ data, error, fetchStatus }) => {
    if (fetchStatus === 'fetching') return;
    if (fetchStatus === 'paused' || error) {
      isOutdated = true;
      setLiveState(classifyFailure(error));
    } else if (data) {
      setLiveState('live');
      recordBuild(data.build);
      const previousAnswer = lastAnswer ?? data;
      const mayMissChanges = isOutdated || previousAnswer.role !== data.role;
      isOutdated = false;
      lastAnswer = data;
      if (mayMissChanges) refreshAll();
      else refreshTables(findChangedTables(previousAnswer, data));
    }
  });
  return () => {
    unsubscribe();
    dropChanges();
    setLiveState('starting');
    // The cache is emptied, because the next operator on this device must not see this operator's data.
    queryClient.clear();
  };
}

function classifyFailure(error: Error | null): LiveState {
  if (error instanceof ApiError && error.status === 403) return 'refused';
  return onlineManager.isOnline() ? 'unanswered' : 'offline';
}

const findChangedTables = (before: LiveResponse, after: LiveResponse) =>
  (Object.keys(after.marks) as MarkedKind[]).filter(
    (table) => before.marks[table] !== after.marks[table],
  );
