import { useState } from 'react';
import type { Save, Wish } from './use-save.ts';

const LONGEST = 5_000;

interface Props {
  /** As it is kept now; another operator may change it while this one writes. */
  note: string;
  save: Save;
  /** Shows the operator both versions, and lets him choose. */
  ask: (wish: Wish) => void;
}

interface Draft {
  readonly typed: string;
  /** The note that the writing began with. */
  readonly seen: string;
}

/** What the operators know of somebody beyond the form; saved on leaving the field. */
export function NoteField({ note, save, ask }: Props) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const typed = draft?.typed ?? note;
  const wish = { note: typed.trim() };
  const isChanged = wish.note !== note;
  async function keep() {
    if (!isChanged || isBusy) return;
    if (draft && draft.seen !== note) return ask(wish);
    setIsBusy(true);
    if (await save(wish)) {
      // What was written while it was saved goes on from there.
      setDraft((now) => (now && now.typed !== typed ? { ...now, seen: wish.note } : null));
    }
    setIsBusy(false);
  }
  function write(text: string) {
    const seen = draft?.seen ?? note;
    setDraft(text === seen ? null : { typed: text, seen });
  }
  return (
    <section className="field" data-unsaved={isChanged || undefined}>
      <label htmlFor="note">Anotação</label>
      <textarea
        id="note"
        className="input note"
        rows={2}
        maxLength={LONGEST}
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
          {isBusy ? 'Salvando…' : 'Salvar anotação'}
        </button>
      )}
    </section>
  );
}
