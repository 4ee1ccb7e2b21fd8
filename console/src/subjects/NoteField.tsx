import type { SubjectDetail } from '@funil/contract/console/subjects';
import { useState } from 'react';
import type { Save } from './use-save.ts';

const LONGEST = 5_000;

/** What the operators know of somebody beyond the form; saved on leaving the field. */
export function NoteField({ detail, save }: { detail: SubjectDetail; save: Save }) {
  const [typed, setTyped] = useState(detail.note);
  const [isBusy, setIsBusy] = useState(false);
  const isChanged = typed.trim() !== detail.note;
  async function keep() {
    if (!isChanged || isBusy) return;
    setIsBusy(true);
    await save({ note: typed.trim() });
    setIsBusy(false);
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
        onChange={({ target }) => setTyped(target.value)}
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
