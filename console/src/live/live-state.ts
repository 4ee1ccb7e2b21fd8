import { makeStore } from '../make-store.ts';

/**
 * Whether new rows arrive on the screen. `unanswered`: the server does not answer; `refused`: the server allows this
 * session no data.
 */
export type LiveState = 'starting' | 'live' | 'unanswered' | 'offline' | 'refused';

const liveState = makeStore<LiveState>('starting');
export const setLiveState = liveState.set;
export const useLiveState = liveState.useValue;

export const isUnreachable = (): boolean => !navigator.onLine || liveState.read() === 'unanswered';

/** Resolves once the browser is online again, or the server answers again. */
export const waitUntilReachable = (): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      if (isUnreachable()) return;
      window.removeEventListener('online', check);
      unsubscribe();
      resolve();
    };
    window.addEventListener('online', check);
    const unsubscribe = liveState.subscribe(check);
  });
