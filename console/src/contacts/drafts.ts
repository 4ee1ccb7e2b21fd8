import { useSyncExternalStore } from 'react';
import { forgetAtSignOut } from '../session/session.ts';

const KEY = 'funil-console-drafts';
/** Most that are kept; who leaves more unsaved loses the oldest. */
const MOST = 50;

/** A note that is not saved yet. It outlives the view it was written in, and the page's reload. */
export interface Draft {
  /** Whom it is about. */
  readonly name: string;
  readonly typed: string;
  /** The note that the writing began with. */
  readonly seen: string;
}

let drafts: ReadonlyMap<string, Draft> = new Map();
let owner = '';
const saving = new Set<string>();
/** Written on while it was being saved, and left again. */
const again = new Set<string>();
const listeners = new Set<() => void>();

function change(next: ReadonlyMap<string, Draft>): void {
  drafts = next;
  for (const listener of listeners) listener();
  try {
    if (drafts.size === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify({ owner, drafts: [...drafts] }));
  } catch {
    // Full or forbidden: a reload forgets what is not saved.
  }
}

/** Begins an operator's time at this tab. @returns what he left unsaved in it, by subject */
export function adoptDrafts(operator: string): ReadonlyMap<string, Draft> {
  if (owner === operator) return drafts;
  owner = operator;
  drafts = new Map();
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (kept?.owner === operator) drafts = new Map(kept.drafts);
  } catch {
    // Not ours, or not to be read: nothing was kept.
  }
  return drafts;
}

forgetAtSignOut(() => change(new Map()));

export const readDraft = (subject: string): Draft | null => drafts.get(subject) ?? null;

/** @param draft null: it is saved, or given up */
export function putDraft(subject: string, draft: Draft | null): void {
  const next = new Map(drafts);
  next.delete(subject);
  if (draft !== null) next.set(subject, draft);
  change(new Map([...next].slice(-MOST)));
}

/**
 * Saves what is written about somebody, and then what was written meanwhile, if its field was left again.
 * @param save whether it is saved; what is not stays a draft
 */
export async function saveDraft(
  subject: string,
  save: (draft: Draft) => Promise<boolean>,
): Promise<void> {
  if (saving.has(subject)) {
    again.add(subject);
    return;
  }
  saving.add(subject);
  do {
    again.delete(subject);
    const draft = readDraft(subject);
    change(drafts);
    if (draft === null || !(await save(draft))) break;
    const now = readDraft(subject);
    const isWrittenOn = now !== null && now.typed !== draft.typed;
    putDraft(subject, isWrittenOn ? { ...now, seen: draft.typed.trim() } : null);
  } while (again.has(subject));
  saving.delete(subject);
  again.delete(subject);
  change(drafts);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What is written about somebody and not saved, and whether it is being saved. */
export function useDraft(subject: string) {
  const draft = useSyncExternalStore(subscribe, () => readDraft(subject));
  const isSaving = useSyncExternalStore(subscribe, () => saving.has(subject));
  return { draft, isSaving };
}
