import type { ErasedAnswer, PersonDetail } from '@funil/contract/console/people';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call, explain } from '../api.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { tell } from '../parts/notice.ts';
import { TextField } from '../parts/TextField.tsx';
import { Typed } from '../parts/Typed.tsx';
import { queryClient } from '../queries.ts';
import { personPath } from './people-queries.ts';
import { RowChoice, useChosenRows } from './RowChoice.tsx';

interface Props {
  person: PersonDetail;
  onClose: () => void;
}

const WORD = 'apagar';

/** There is no way back from this: the operator sees each row, chooses, and types the word. */
export function Erase({ person, onClose }: Props) {
  const navigate = useNavigate();
  const choice = useChosenRows(person.key);
  const [typed, setTyped] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isMeant = typed.trim().toLowerCase() === WORD && choice.chosen.length > 0;
  async function erase() {
    setIsBusy(true);
    try {
      const { erased } = await call<ErasedAnswer>(`${personPath(person.key)}/erase`, {
        method: 'POST',
        body: { rows: choice.chosen },
      });
      const count = Object.values(erased).reduce((sum, rows) => sum + rows, 0);
      queryClient.removeQueries({ queryKey: ['person'] });
      queryClient.removeQueries({ queryKey: ['subject'] });
      void queryClient.invalidateQueries();
      tell(
        `Apagado: ${count === 1 ? '1 registro' : `${count} registros`}. A trilha guarda só que foi feito.`,
      );
      await navigate({ to: '/pessoas', search: {} });
    } catch (error) {
      setFailure(explain(error));
      setIsBusy(false);
      void choice.query.refetch();
    }
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={
        <>
          Apagar os dados de <Typed>{person.name || 'esta pessoa'}</Typed>?
        </>
      }
      description="Isto não tem volta. O que estiver marcado some daqui, com visitas e anotações; os valores das vendas ficam, sem nome. Quem recebeu os dados por webhook é avisado."
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            Cancelar
          </button>
          <button
            type="submit"
            form="erase-form"
            className="button bad"
            disabled={!isMeant || isBusy}
          >
            {isBusy ? 'Apagando…' : 'Apagar para sempre'}
          </button>
        </>
      }
    >
      <form
        id="erase-form"
        className="fields"
        onSubmit={(event) => {
          event.preventDefault();
          if (isMeant && !isBusy) void erase();
        }}
      >
        <RowChoice of={choice} />
        <TextField
          label={`Para confirmar, digite “${WORD}”`}
          autoComplete="off"
          autoCapitalize="none"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          error={failure}
        />
      </form>
    </Dialog>
  );
}
