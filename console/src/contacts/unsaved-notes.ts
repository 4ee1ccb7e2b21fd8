import type { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { makeStore } from '../make-store.ts';
import { contactRoute } from '../parts/ContactLink.tsx';
import { makeOperatorRecord } from '../parts/stored-json.ts';
import { showError } from '../parts/toast.ts';
import { onSignOut } from '../session/session.ts';

/** A typed note that is kept when its view closes or the page is reloaded. */
export interface UnsavedNote {
  /** The contact's name. */
  readonly name: string;
  readonly typed: string;
}

type NotesByContactKey = ReadonlyMap<string, UnsavedNote>;

const notesRecord = makeOperatorRecord<{
  readonly drafts: readonly (readonly [contactKey: string, note: UnsavedNote])[];
}>('sessionStorage', 'funil-console-drafts');

const unsavedNoteStore = makeStore<{
  readonly notes: NotesByContactKey;
  readonly savingKeys: ReadonlySet<string>;
}>({ notes: new Map(), savingKeys: new Set() });
let operatorId = '';

function setNotes(notes: NotesByContactKey): void {
  unsavedNoteStore.set({ ...unsavedNoteStore.read(), notes });
  notesRecord.write(operatorId, notes.size > 0 ? { drafts: [...notes] } : null);
}

function setSaving(contactKey: string, isSaving: boolean): void {
  const savingKeys = new Set(unsavedNoteStore.read().savingKeys);
  if (isSaving) savingKeys.add(contactKey);
  else savingKeys.delete(contactKey);
  unsavedNoteStore.set({ ...unsavedNoteStore.read(), savingKeys });
}

/** Returns the notes that this operator left in this tab. Notes of another operator are dropped. */
export function restoreNotes(operator: string): NotesByContactKey {
  if (operatorId === operator) return unsavedNoteStore.read().notes;
  operatorId = operator;
  const notes: NotesByContactKey = new Map(notesRecord.read(operator).drafts);
  unsavedNoteStore.set({ ...unsavedNoteStore.read(), notes });
  return notes;
}

onSignOut(() => setNotes(new Map()));

export const readUnsavedNote = (contactKey: string): UnsavedNote | null =>
  unsavedNoteStore.read().notes.get(contactKey) ?? null;

export function dropUnsavedNote(contactKey: string): void {
  const notes = new Map(unsavedNoteStore.read().notes);
  notes.delete(contactKey);
  setNotes(notes);
}

export const putUnsavedNote = (contactKey: string, note: UnsavedNote): void =>
  setNotes(new Map(unsavedNoteStore.read().notes).set(contactKey, note));

/** Does nothing while the note is being saved. A note that `save` did not save stays. */
export async function saveUnsavedNote(
  contactKey: string,
  save: (note: UnsavedNote) => Promise<boolean>,
): Promise<void> {
  const note = readUnsavedNote(contactKey);
  if (note === null || unsavedNoteStore.read().savingKeys.has(contactKey)) return;
  setSaving(contactKey, true);
  if (await save(note)) dropUnsavedNote(contactKey);
  setSaving(contactKey, false);
}

export function useUnsavedNote(contactKey: string) {
  const { notes, savingKeys } = unsavedNoteStore.useValue();
  return { unsaved: notes.get(contactKey) ?? null, isSaving: savingKeys.has(contactKey) };
}

type Router = ReturnType<typeof useRouter>;

interface UnsavedChange {
  contactKey: string;
  name: string;
  kind: 'note' | 'state';
  reason?: string;
}

export function showUnsavedError(
  router: Router,
  { contactKey, name, kind, reason }: UnsavedChange,
) {
  const start = kind === 'note' ? 'Sua anotação sobre' : 'Sua mudança em';
  showError([`${start} ${name} não foi salva.`, reason].filter(Boolean).join(' '), {
    label: 'Abrir',
    onClick: () => void router.navigate(contactRoute(contactKey)),
  });
}

/** Reports the notes that a reload left unsaved, except for the contact on the screen. */
export function useRestoredNotes(operator: string, router: Router): void {
  // The first view may show one of the notes, so they are restored before it is drawn.
  const [restoredNotes] = useState(() => restoreNotes(operator));
  useEffect(() => {
    const { pathname } = router.state.location;
    for (const [contactKey, { name }] of restoredNotes) {
      if (router.buildLocation(contactRoute(contactKey)).pathname === pathname) continue;
      showUnsavedError(router, { contactKey, name, kind: 'note' });
    }
  }, [restoredNotes, router]);
}
