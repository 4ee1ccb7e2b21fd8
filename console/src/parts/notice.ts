import type { ComponentType } from 'react';
import { useSyncExternalStore } from 'react';

interface Offer {
  label: string;
  act: () => void;
}

export interface Notice {
  readonly words: string;
  readonly offer?: Offer | undefined;
  readonly isFailure?: boolean;
}

/** What shows notices: fetched with the first one, since a first view has none. */
interface Host {
  readonly View: ComponentType<{ onReady: () => void }>;
  readonly show: (notice: Notice) => void;
}

let host: Host | null = null;
let isReady = false;
let waiting: Notice[] = [];
const listeners = new Set<() => void>();

function flush(): void {
  for (const notice of waiting) host?.show(notice);
  waiting = [];
}

/** The host stands in the document: what was told before is shown now. */
export function markReady(): void {
  isReady = true;
  flush();
}

async function add(notice: Notice): Promise<void> {
  waiting.push(notice);
  if (isReady) return flush();
  if (host !== null || waiting.length > 1) return;
  const { Notices, showNotice } = await import('./Notices.tsx');
  host = { View: Notices, show: showNotice };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useNoticeHost = () => useSyncExternalStore(subscribe, () => host?.View ?? null);

/** Tells what was done, with a way back where there is one. */
export const tell = (words: string, offer?: Offer): void => void add({ words, offer });

/** Tells what was not done, with what can be done about it where there is something. */
export const warn = (words: string, offer?: Offer): void =>
  void add({ words, offer, isFailure: true });
