import { valueAtPath } from '@funil/contract/field-values';
import type { EditorForm } from '@funil/contract/page/page-editor';
import { findForm } from '@funil/contract/page/page-engine';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { useDraft } from './draft/draft-store.ts';
import { resolveConflict } from './draft/send-edits.ts';
import { describeValue, labelPath } from './fields/form-schema.ts';
import { shortName } from './names.ts';
import { ChangeList } from './publish/ChangeList.tsx';

interface Props {
  forms: readonly EditorForm[];
  operatorEmail: string;
  onClose: () => void;
}

export function ConflictDialog({ forms, operatorEmail, onClose }: Props) {
  const { conflict, files } = useDraft();
  const form = conflict && findForm(forms, conflict.file, conflict.path);
  if (!conflict || !form) return null;
  const { theirFile, path } = conflict;
  const mine = files.get(conflict.file)?.value;
  const isMe = theirFile.changed_by === operatorEmail;
  const otherName = isMe
    ? 'você, em outra janela'
    : shortName(theirFile.changed_by ?? 'Outra pessoa');
  const theirsLabel =
    theirFile.changed_by === null ? 'Usar o da outra pessoa' : `Usar o de ${otherName}`;
  const keepVersion = (winner: 'mine' | 'theirs') => {
    resolveConflict(winner);
    onClose();
  };
  return (
    <Dialog
      title={isMe ? 'Mudou em outra janela' : `${otherName} mudou isto também`}
      description={`Em “${form.title}”, enquanto você editava. Nada se perdeu: escolha o que fica.`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => keepVersion('theirs')}>
            {isMe ? 'Usar o da outra janela' : theirsLabel}
          </Button>
          <Button kind="main" onClick={() => keepVersion('mine')}>
            Ficar com o meu
          </Button>
        </>
      }
    >
      <ChangeList
        headings={[isMe ? 'Outra janela' : otherName, 'Você']}
        changes={[
          {
            file: conflict.file,
            label: labelPath(form.schema, mine, path).join(' › '),
            before: describeValue(valueAtPath(theirFile.value, path)),
            after: describeValue(valueAtPath(mine, path)),
          },
        ]}
      />
    </Dialog>
  );
}
