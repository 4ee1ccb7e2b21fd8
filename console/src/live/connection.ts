import { useSyncExternalStore } from 'react';

/**
 * `late`: the stream broke off, and what is shown may be old; `offline`: the device says so itself; `refused`: this
 * session may not have it, and every view says why.
 */
export type Connection = 'starting' | 'live' | 'late' | 'offline' | 'refused';

interface State {
  readonly connection: Connection;
  /** A later build is on the server than the one that runs here. */
  readonly hasUpdate: boolean;
}

let state: State = { connection: 'starting', hasUpdate: false };
const listeners = new Set<() => void>();

export function setConnection(change: Partial<State>): void {
  const next = { ...state, ...change };
  if (next.connection === state.connection && next.hasUpdate === state.hasUpdate) return;
  state = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useConnection = (): State => useSyncExternalStore(subscribe, () => state);
export const readConnection = (): State => state;
