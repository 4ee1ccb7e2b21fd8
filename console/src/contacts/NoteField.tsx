import type { FullContact } from '@funil/contract/console/contacts';
import { useEffect, useRef } from 'react';
import { getCachedContact } from './queries.ts';
import {
  dropUnsavedNote,
  putUnsavedNote,
  readUnsavedNote,
  saveUnsavedNote,
  useUnsavedNote,
} from './unsaved-notes.ts';
import type { Edit, Save } from './use-save.ts';

const MAX_NOTE_LENGTH = 5_000;

interface Props {
  /** The contact as last saved: another operator may change it meanwhile. */
  contact: FullContact;
  save: Save;
  showConflict: (edit: Edit) => void;
}

/** The operators' note about a contact. It is saved when the field loses the focus and when the view closes. */
export function NoteField({ contact, save, showConflict }: Props) {
  const { subject, name, note } = contact;
  const { unsaved, isSaving } = useUnsavedNote(subject);
  const typed = unsaved?.typed ?? note;
  const isChanged = typed.trim() !== note;

  async function saveNote(): Promise<void> {
    if (readUnsavedNote(subject)?.typed.trim() === note) return dropUnsavedNote(subject);
    await saveUnsavedNote(subject, async (now) => {
      const edit = { note: now.typed.trim() };
      if (now.seen === (getCachedContact(subject)?.note ?? note)) return save(edit);
      showConflict(edit);
      return false;
    });
  }
  const latestSave = useRef(saveNote);
  latestSave.current = saveNote;
  useEffect(() => () => void latestSave.current(), []);

  /** Whether the text was typed before this view opened. */
  const isRestored = useRef(unsaved !== null && !isSaving);
  useEffect(() => {
    if (!isRestored.current || unsaved === null || unsaved.seen === note) return;
    isRestored.current = false;
    showConflict({ note: unsaved.typed.trim() });
  }, [unsaved, note, showConflict]);

  function change(text: string): void {
    isRestored.current = false;
    const seen = unsaved?.seen ?? note;
    // During a save, the earlier text is a change again.
    if (text === seen && !isSaving) dropUnsavedNote(subject);
    else putUnsavedNote(subject, { name, typed: text, seen });
  }
  return (
    <section className="field" data-unsaved={isChanged || undefined}>
      <label htmlFor="note">Anotação</label>
      <textarea
        id="note"
        className="input note"
        rows={2}
        maxLength={MAX_NOTE_LENGTH}
        placeholder="O que ajuda na próxima conversa"
        value={typed}
        onChange={({ target }) => change(target.value)}
        onBlur={() => void saveNote()}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void saveNote();
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      {isChanged && (
        <button type="button" className="button note-save" onClick={() => void saveNote()}>
          {isSaving ? 'Salvando…' : 'Salvar anotação'}
        </button>
      )}
    </section>
  );
}
