import type { ContactNote, FullContact } from '@funil/contract/contacts/contacts';
import { MANAGEMENT } from '@funil/contract/operators/roles';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../api.ts';
import { consoleContextQuery } from '../console-context.ts';
import { Button, TrashButton } from '../parts/Button.tsx';
import { Time } from '../parts/time/Time.tsx';
import { runWithErrorToast, showUndoable } from '../parts/toast.ts';
import {
  dropUnsavedNote,
  putUnsavedNote,
  readUnsavedNote,
  saveUnsavedNote,
  useUnsavedNote,
} from './unsaved-notes.ts';
import type { SaveEdit } from './use-save.ts';

const MAX_NOTE_LENGTH = 5_000;

interface Props {
  contact: FullContact;
  save: SaveEdit;
}

export function Notes({ contact, save }: Props) {
  const { subject, notes } = contact;
  return (
    <section className="stack">
      <NoteField contact={contact} save={save} />
      {notes.length > 0 && (
        <ul className="grid gap-2" aria-label="Anotações">
          {notes.map((note) => (
            <NoteItem key={note.id} contactKey={subject} note={note} save={save} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface NoteProps {
  contactKey: string;
  note: ContactNote;
  save: SaveEdit;
}

function NoteItem({ contactKey, note: { id, at, by, text }, save }: NoteProps) {
  const operator = useQuery(consoleContextQuery).data?.operator;
  const mayRemove = operator && (operator.email === by || MANAGEMENT.includes(operator.role));
  const remove = () =>
    runWithErrorToast(async () => {
      await call('DELETE subjects/:subject/notes/:id', { params: { subject: contactKey, id } });
      showUndoable('Anotação apagada.', () => save({ note: text }));
    }, ['contact', 'list']);
  return (
    <li className="box pt-1 pb-3">
      <p className="flex items-center justify-between gap-2 text-small text-muted">
        <span className="truncate">
          <Time at={at} /> · {by}
        </span>
        {mayRemove && <TrashButton label="Apagar anotação" onClick={() => void remove()} />}
      </p>
      <p className="whitespace-pre-wrap">{text}</p>
    </li>
  );
}

/** Saves the note when the operator clicks the button or closes the view. A reload keeps the unsaved text. */
function NoteField({ contact, save }: Props) {
  const { subject, name } = contact;
  const { unsaved, isSaving } = useUnsavedNote(subject);
  const typed = unsaved?.typed ?? '';

  async function saveNote(): Promise<void> {
    if (readUnsavedNote(subject)?.typed.trim() === '') return dropUnsavedNote(subject);
    await saveUnsavedNote(subject, (note) => save({ note: note.typed.trim() }));
  }
  const latestSave = useRef(saveNote);
  latestSave.current = saveNote;
  useEffect(() => () => void latestSave.current(), []);

  return (
    <div className="field" data-unsaved={typed.trim() !== '' || undefined}>
      <label htmlFor="note">Anotação</label>
      <textarea
        id="note"
        className="input min-h-17 field-sizing-content"
        rows={2}
        maxLength={MAX_NOTE_LENGTH}
        placeholder="O que ajuda na próxima conversa"
        value={typed}
        readOnly={isSaving}
        onChange={({ target }) => {
          if (target.value === '') dropUnsavedNote(subject);
          else putUnsavedNote(subject, { name, typed: target.value });
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void saveNote();
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      {typed.trim() !== '' && (
        <Button
          onClick={({ detail }) => {
            // The button disappears, so a key press moves the focus to the field; a touch would open the keyboard.
            if (detail === 0) document.getElementById('note')?.focus();
            void saveNote();
          }}
        >
          {isSaving ? 'Salvando…' : 'Salvar anotação'}
        </Button>
      )}
    </div>
  );
}
