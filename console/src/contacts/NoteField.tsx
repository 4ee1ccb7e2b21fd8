import type { FullContact } from '@funil/contract/console/contacts';
import { useEffect, useRef } from 'react';
import { putDraft, readDraft, saveDraft, useDraft } from './unsaved-notes.ts';
import { readDetail } from './queries.ts';
import type { Save, Wish } from './use-save.ts';

const MAX_NOTE_LENGTH = 5_000;

/** The operators' note about a person; saved when the field loses the focus or its view closes. */
export function NoteField(parts: NoteParts) {
  const { typed, isChanged, isSaving, keep, write } = useNote(parts);
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
        onChange={({ target }) => write(target.value)}
        onBlur={() => void keep()}
        onKeyDown={(event) => {
          const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
          if (isSend) void keep();
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      {isChanged && (
        <button type="button" className="button note-save" onClick={() => void keep()}>
          {isSaving ? 'Salvando…' : 'Salvar anotação'}
        </button>
      )}
    </section>
  );
}

interface NoteParts {
  /** As it is kept now; another operator may change it while this one writes. */
  detail: FullContact;
  save: Save;
  /** Shows the operator both versions, and lets him choose. */
  ask: (wish: Wish) => void;
}

/** The state of the note: its draft, and saving it, also when its view closes. */
function useNote({ detail, save, ask }: NoteParts) {
  const { subject, name, note } = detail;
  const { draft, isSaving } = useDraft(subject);
  const typed = draft?.typed ?? note;
  async function keep() {
    if (readDraft(subject)?.typed.trim() === note) return putDraft(subject, null);
    await saveDraft(subject, async (now) => {
      const wish = { note: now.typed.trim() };
      if (now.seen === (readDetail(subject)?.note ?? note)) return save(wish);
      ask(wish);
      return false;
    });
  }
  const latest = useRef(keep);
  latest.current = keep;
  useEffect(() => () => void latest.current(), []);
  /** Whether it was written before this view of it. */
  const wasKept = useRef(draft !== null && !isSaving);
  useEffect(() => {
    if (!wasKept.current || draft === null || draft.seen === note) return;
    wasKept.current = false;
    ask({ note: draft.typed.trim() });
  }, [draft, note, ask]);
  function write(text: string) {
    wasKept.current = false;
    const seen = draft?.seen ?? note;
    // While an older text is being saved, going back to the one before is a change, too.
    const isNone = text === seen && !isSaving;
    putDraft(subject, isNone ? null : { name, typed: text, seen });
  }
  return { typed, isChanged: typed.trim() !== note, isSaving, keep, write };
}
