import type { PersonDetail } from '@funil/contract/console/people';
import { useState } from 'react';
import { addressOf, download, explain } from '../api.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { Typed } from '../parts/Typed.tsx';
import { personPath } from './people-queries.ts';
import { RowChoice, useChosenRows } from './RowChoice.tsx';

interface Props {
  person: PersonDetail;
  onClose: () => void;
}

/** Rows may be another person's: the operator sees each and chooses what goes into the file. */
export function Export({ person, onClose }: Props) {
  const choice = useChosenRows(person.key);
  const [failure, setFailure] = useState<string | null>(null);
  async function save() {
    try {
      await exportRows(person.key, choice.chosen);
      onClose();
    } catch (error) {
      setFailure(explain(error));
      void choice.query.refetch();
    }
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={
        <>
          Exportar os dados de <Typed>{person.name || 'esta pessoa'}</Typed>
        </>
      }
      description="O arquivo leva o que estiver marcado. Confira antes de enviar a quem pediu: dado de outra pessoa não pode ir junto."
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            Cancelar
          </button>
          <button
            type="button"
            className="button main"
            disabled={choice.chosen.length === 0}
            onClick={() => void save()}
          >
            Baixar JSON
          </button>
        </>
      }
    >
      <RowChoice of={choice} />
      {failure && (
        <p className="field-error" role="alert">
          {failure}
        </p>
      )}
    </Dialog>
  );
}

/** Saves rows of a person as a file. */
export const exportRows = (key: string, rows: readonly string[]): Promise<void> =>
  download(addressOf(`${personPath(key)}/export`), 'pessoa.json', {
    method: 'POST',
    body: { rows },
  });
