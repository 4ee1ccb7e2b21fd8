import type { ErasedAnswer, PersonDetail } from '@funil/contract/console/people';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call, explain } from '../api.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { tell } from '../parts/notice.ts';
import { TextField } from '../parts/TextField.tsx';
import { queryClient } from '../queries.ts';
import { personPath } from './people-queries.ts';

interface Props {
  person: PersonDetail;
  onClose: () => void;
}

const WORD = 'apagar';

/** There is no way back from this: it is done only to who types it. */
export function Erase({ person, onClose }: Props) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isMeant = typed.trim().toLowerCase() === WORD;
  async function erase() {
    setIsBusy(true);
    try {
      const { erased } = await call<ErasedAnswer>(personPath(person.key), { method: 'DELETE' });
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
    }
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Apagar tudo de ${person.name || 'esta pessoa'}?`}
      description="Isto não tem volta. Leads, aplicações, visitas, anotações e contatos em compras somem daqui; os valores das vendas ficam, sem nome. Quem recebeu os dados por webhook é avisado."
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
        onSubmit={(event) => {
          event.preventDefault();
          if (isMeant && !isBusy) void erase();
        }}
      >
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
