import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { makeStore } from '../parts/store.ts';
import { showError } from '../parts/toast.ts';
import { forgetAtSignOut } from '../session/session.ts';
import { wayTo } from './ContactLink.tsx';

const KEY = 'funil-console-drafts';
/** Beyond it the oldest drafts are lost. */
const MAX_DRAFTS = 50;

/** A note that is not saved yet. It outlives its view and a reload. */
export interface Draft {
  /** Of the person. */
  readonly name: string;
  readonly typed: string;
  /** The saved note when the writing began. */
  readonly seen: string;
}

interface State {
  /** By subject. */
  readonly drafts: ReadonlyMap<string, Draft>;
  /** Subjects whose draft is being saved. */
  readonly saving: ReadonlySet<string>;
}

const store = makeStore<State>({ drafts: new Map(), saving: new Set() });
let owner = '';
/** Subjects whose field was left again while its draft was being saved. */
const again = new Set<string>();

function change(drafts: ReadonlyMap<string, Draft>): void {
  store.set({ ...store.read(), drafts });
  try {
    if (drafts.size === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify({ owner, drafts: [...drafts] }));
  } catch {
    // No storage, or full: a reload forgets the drafts.
  }
}

function setSaving(subject: string, isSaving: boolean): void {
  const saving = new Set(store.read().saving);
  if (isSaving) saving.add(subject);
  else saving.delete(subject);
  store.set({ ...store.read(), saving });
}

/** Reads the drafts that this operator left in this tab, by subject; another operator's are dropped. */
export function restoreDrafts(operator: string): ReadonlyMap<string, Draft> {
  if (owner === operator) return store.read().drafts;
  owner = operator;
  let drafts: State['drafts'] = new Map();
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (kept?.owner === operator) drafts = new Map(kept.drafts);
  } catch {
    // No storage, or not ours: nothing was kept.
  }
  store.set({ ...store.read(), drafts });
  return drafts;
}

forgetAtSignOut(() => change(new Map()));

export const readDraft = (subject: string): Draft | null =>
  store.read().drafts.get(subject) ?? null;

/** Keeps a draft. @param draft null: it is saved, or given up */
export function putDraft(subject: string, draft: Draft | null): void {
  const next = new Map(store.read().drafts);
  next.delete(subject);
  if (draft !== null) next.set(subject, draft);
  change(new Map([...next].slice(-MAX_DRAFTS)));
}

/**
 * Saves a draft; then saves the text that the operator wrote meanwhile, if the field lost the focus again.
 * @param save returns whether it saved the draft; otherwise it stays one
 */
export async function saveDraft(
  subject: string,
  save: (draft: Draft) => Promise<boolean>,
): Promise<void> {
  if (store.read().saving.has(subject)) {
    again.add(subject);
    return;
  }
  setSaving(subject, true);
  do {
    again.delete(subject);
    const draft = readDraft(subject);
    if (draft === null || !(await save(draft))) break;
    const now = readDraft(subject);
    const isWrittenOn = now !== null && now.typed !== draft.typed;
    putDraft(subject, isWrittenOn ? { ...now, seen: draft.typed.trim() } : null);
  } while (again.has(subject));
  again.delete(subject);
  setSaving(subject, false);
}

/** Returns the draft about a contact, and whether it is being saved. */
export function useDraft(subject: string) {
  const { drafts, saving } = store.useValue();
  return { draft: drafts.get(subject) ?? null, isSaving: saving.has(subject) };
}

interface Unsaved {
  subject: string;
  name: string;
  what: 'note' | 'state';
  /** Why; left out: unknown. */
  why?: string;
}

/** Returns a function that shows a notice about an unsaved draft, with a link to its contact. */
export function useUnsavedNotice(): (unsaved: Unsaved) => void {
  const router = useRouter();
  return useCallback(
    ({ subject, name, what, why }) => {
      const words = what === 'note' ? 'Sua anotação sobre' : 'Sua mudança em';
      showError([`${words} ${name} não foi salva.`, why].filter(Boolean).join(' '), {
        label: 'Abrir',
        onClick: () => void router.navigate(wayTo(subject)),
      });
    },
    [router],
  );
}

/** Says which notes the operator left unsaved in this tab before it was loaded. */
export function useRestoredNotes(operator: string): void {
  // Before the first view is drawn, which may show one of them.
  const [kept] = useState(() => restoreDrafts(operator));
  const tell = useUnsavedNotice();
  const router = useRouter();
  useEffect(() => {
    const here = router.state.location.pathname;
    for (const [subject, { name }] of kept) {
      if (router.buildLocation(wayTo(subject)).pathname === here) continue;
      tell({ subject, name, what: 'note' });
    }
  }, [kept, tell, router]);
}
