import type { ComponentType } from 'react';
import { useSyncExternalStore } from 'react';
import type { Notice, Offer } from './Notices.tsx';

/** What shows notices: comes after the first view, which has none. */
interface Host {
  readonly View: ComponentType<{ onReady: () => void }>;
  readonly show: (notice: Notice) => void;
}

/** Notices, and what shows them once its code has come. @param load brings it, or fails */
export function makeNotices(load: () => Promise<Host>) {
  let host: Host | null = null;
  let fetching: Promise<void> | null = null;
  let isReady = false;
  let waiting: readonly Notice[] = [];
  const listeners = new Set<() => void>();

  const flush = () => {
    const now = waiting;
    waiting = [];
    for (const notice of now) host?.show(notice);
  };
  /** The host stands in the document: what was told before is shown now. */
  const markReady = () => {
    isReady = true;
    flush();
  };
  const bringHost = async () => {
    try {
      host = await load();
      for (const listener of listeners) listener();
    } catch {
      // The line is down: what waits is shown when the code is asked for again.
      fetching = null;
    }
  };
  const fetchHost = () => {
    fetching ??= bringHost();
    return fetching;
  };
  const add = async (notice: Notice) => {
    waiting = [...waiting, notice];
    if (isReady) flush();
    else await fetchHost();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return { add, fetchHost, markReady, subscribe, view: () => host?.View ?? null };
}

const { add, fetchHost, markReady, subscribe, view } = makeNotices(async () => {
  const { Notices, showNotice } = await import('./Notices.tsx');
  return { View: Notices, show: showNotice };
});

export { markReady };

export const useNoticeHost = () => useSyncExternalStore(subscribe, view);

/** How long, in ms, the first view has the line for itself, and auth-js after it. */
const AFTER_FIRST_VIEW = 6_000;

/** Has what shows notices there before the line breaks and there is something to be told of it. */
export function fetchNoticesAhead(): () => void {
  const timer = setTimeout(fetchHost, AFTER_FIRST_VIEW);
  // What waits for its code since the line broke.
  window.addEventListener('online', fetchHost);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('online', fetchHost);
  };
}

/** Tells what was done, with a way back where there is one. */
export const tell = (words: string, offer?: Offer): void => void add({ words, offer });

/** Tells what was not done, with what can be done about it where there is something. */
export const warn = (words: string, offer?: Offer): void =>
  void add({ words, offer, isFailure: true });
