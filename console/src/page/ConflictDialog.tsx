import type { EditorFile } from '@funil/contract/console/page-editor';
import { Dialog } from '../parts/Dialog.tsx';
import { type Conflict, readConflict, resolveConflict } from './draft.ts';
import { describeValue, labelPath } from './form-schema.ts';
import { shortName } from './names.ts';
import { readAt } from './values.ts';

interface Props {
  conflict: Conflict;
  form: EditorFile;
  me: string;
  onClose: () => void;
}

/** Shows what another operator changed in the same fields, and asks whose values count. */
export function ConflictDialog({ conflict, form, me, onClose }: Props) {
  const { theirs } = conflict;
  const found = readConflict(conflict);
  if (!found) return null;
  const { mine, both, theirs: others } = found;
  const isMe = theirs.changed_by === me;
  const who = isMe ? 'você, em outra janela' : shortName(theirs.changed_by ?? 'Outra pessoa');
  const choose = (winner: 'mine' | 'theirs') => {
    resolveConflict(winner);
    onClose();
  };
  const labelOf = (path: (typeof both)[number]) => labelPath(form.schema, mine.value, path);
  return (
    <Dialog
      title={isMe ? 'Mudou em outra janela' : `${who} mudou isto também`}
      description={`Em “${form.title}”, enquanto você editava. Nada se perdeu: escolha o que fica.`}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="button" onClick={() => choose('theirs')}>
            {isMe ? 'Usar o da outra janela' : `Usar o de ${who}`}
          </button>
          <button type="button" className="button main" onClick={() => choose('mine')}>
            Ficar com o meu
          </button>
        </>
      }
    >
      <ul className="page-changes">
        {both.map((path) => (
          <li key={path.join('/')}>
            <p className="field-label">{labelOf(path)}</p>
            <dl>
              <dt>{isMe ? 'Outra janela' : who}</dt>
              <dd>{describeValue(readAt(theirs.value, path)) ?? <i>vazio</i>}</dd>
              <dt>Você</dt>
              <dd>{describeValue(readAt(mine.value, path)) ?? <i>vazio</i>}</dd>
            </dl>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <p className="small muted">Também mudou, e fica: {others.map(labelOf).join(', ')}.</p>
      )}
    </Dialog>
  );
}
