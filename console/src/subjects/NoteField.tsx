import { type NoteParts, useNote } from './use-note.ts';

const LONGEST = 5_000;

/** What the operators know of somebody beyond the form; saved on leaving the field, whichever way. */
export function NoteField(parts: NoteParts) {
  const { typed, isChanged, isSaving, keep, write } = useNote(parts);
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
          {isSaving ? 'Salvando…' : 'Salvar anotação'}
        </button>
      )}
    </section>
  );
}
