import { groupPhone } from '@funil/contract/contacts/international-phone';
import { formatQuantity } from '@funil/contract/counts';
import { MANAGEMENT } from '@funil/contract/operators/roles';
import {
  MAX_ROWS_PER_REQUEST,
  type PersonField,
  type PersonRow,
} from '@funil/contract/people/people';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call, download } from '../api.ts';
import { useRole } from '../console-context.ts';
import { Button } from '../parts/Button.tsx';
import { CheckBox } from '../parts/CheckBox.tsx';
import { DialogButton, FormDialog } from '../parts/Dialog.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { TextField } from '../parts/Fields.tsx';
import { Icon } from '../parts/Icon.tsx';
import { formatFullTime } from '../parts/time/format-time.ts';
import { showToast } from '../parts/toast.ts';
import { queryClient } from '../queries.ts';
import { personRowsQuery } from './queries.ts';

interface PersonDataProps {
  /** Key of one of the person's rows, such as `lead:7`. */
  rowKey: string;
  name: string;
}

/** Buttons for a person's rights under the LGPD: a copy of the data, and erasure. */
export function PersonData(props: PersonDataProps) {
  const isManager = MANAGEMENT.includes(useRole());
  return (
    <section className="stack print:hidden">
      <h2>Os dados desta pessoa</h2>
      <div className="buttons">
        {isManager && (
          <DialogButton dialog={(close) => <ExportDialog {...props} onClose={close} />}>
            <Icon name="download" />
            Exportar
          </DialogButton>
        )}
        <Button onClick={() => window.print()}>Imprimir</Button>
        {isManager && (
          <DialogButton kind="bad" dialog={(close) => <EraseDialog {...props} onClose={close} />}>
            <Icon name="trash" />
            Apagar tudo
          </DialogButton>
        )}
      </div>
    </section>
  );
}

interface DialogProps extends PersonDataProps {
  onClose: () => void;
}

function ExportDialog({ rowKey, name, onClose }: DialogProps) {
  const chosenRows = useChosenRows(rowKey);
  return (
    <FormDialog
      onClose={onClose}
      title={
        <>
          Exportar os dados de <bdi>{name || 'esta pessoa'}</bdi>
        </>
      }
      description="O arquivo leva o que estiver marcado. Confira antes de enviar a quem pediu: dado de outra pessoa não pode ir junto."
      submitLabel="Exportar"
      isReady={chosenRows.chosen.length > 0}
      onSubmit={async () => {
        const body = { rows: chosenRows.chosen };
        await chosenRows.refetchOnError(
          download('pessoa.json', 'POST people/:key/export', { params: { key: rowKey }, body }),
        );
      }}
    >
      <RowChoice chosenRows={chosenRows} />
    </FormDialog>
  );
}

const CONFIRMATION_WORD = 'apagar';

function EraseDialog({ rowKey, name, onClose }: DialogProps) {
  const navigate = useNavigate();
  const chosenRows = useChosenRows(rowKey);
  const [typed, setTyped] = useState('');
  async function erase() {
    const { erased } = await chosenRows.refetchOnError(
      call('POST people/:key/erase', {
        params: { key: rowKey },
        body: { rows: chosenRows.chosen },
      }),
    );
    const count = Object.values(erased).reduce((sum, rows) => sum + rows, 0);
    queryClient.removeQueries({ queryKey: ['contact'] });
    void queryClient.invalidateQueries();
    showToast(
      `Apagado: 1 pessoa, ${formatQuantity(count, 'registro', 'registros')}. A trilha guarda só que foi feito.`,
    );
    await navigate({ to: '/pessoas/busca', search: {} });
  }
  return (
    <FormDialog
      onClose={onClose}
      title={
        <>
          Apagar os dados de <bdi>{name || 'esta pessoa'}</bdi>?
        </>
      }
      description="Isto não tem volta. O que estiver marcado some daqui, com visitas e anotações; os valores das vendas ficam, sem nome. Quem recebeu os dados por webhook é avisado."
      submitLabel="Apagar para sempre"
      busyLabel="Apagando…"
      isDestructive
      isReady={typed.trim().toLowerCase() === CONFIRMATION_WORD && chosenRows.chosen.length > 0}
      onSubmit={erase}
    >
      {(failure) => (
        <>
          <RowChoice chosenRows={chosenRows} />
          <TextField
            label={`Para confirmar, digite “${CONFIRMATION_WORD}”`}
            autoComplete="off"
            autoCapitalize="none"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            error={failure}
          />
        </>
      )}
    </FormDialog>
  );
}

function RowChoice({ chosenRows }: { chosenRows: ChosenRows }) {
  const { query, rows, omittedCount } = chosenRows;
  const sameRows = rows.filter((row) => row.same);
  const otherRows = rows.filter((row) => !row.same);
  return (
    <>
      <QueryStatus query={query} />
      {sameRows.length > 0 && (
        <RowGroup title="Desta pessoa" rows={sameRows} chosenRows={chosenRows} />
      )}
      {otherRows.length > 0 && (
        <RowGroup
          title="Podem ser de outra pessoa"
          hint="Têm o mesmo telefone ou e-mail, e o resto não combina. Marque só o que for desta pessoa."
          rows={otherRows}
          chosenRows={chosenRows}
        />
      )}
      {omittedCount > 0 && (
        <p className="text-small text-muted">
          Há mais {omittedCount}: faça com estas e abra de novo para ver as outras.
        </p>
      )}
    </>
  );
}

interface GroupProps {
  title: string;
  hint?: string;
  rows: readonly PersonRow[];
  chosenRows: ChosenRows;
}

const RowGroup = ({ title, hint, rows, chosenRows }: GroupProps) => (
  <fieldset>
    <legend className="font-semibold">{title}</legend>
    {hint && <p className="mb-2 text-small text-muted">{hint}</p>}
    <ul className="lines overflow-hidden border rounded-lg">
      {rows.map((row) => (
        <li key={row.key}>
          <CheckBox
            className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 px-3 py-2.5 cursor-pointer"
            isChecked={chosenRows.isChosen(row)}
            onChange={() => chosenRows.toggle(row)}
          >
            <PersonDataRow row={row} />
          </CheckBox>
        </li>
      ))}
    </ul>
  </fieldset>
);

function PersonDataRow({ row: { kind, at, names, phones, emails, differs } }: { row: PersonRow }) {
  const values = [...new Set([...names, ...phones.map(groupPhone), ...emails])];
  return (
    <span>
      <strong>{ROW_LABELS[kind]}</strong> <span className="text-muted">{formatFullTime(at)}</span>
      <span className="flex flex-wrap gap-x-3">
        {values.map((text) => (
          <bdi key={text}>{text}</bdi>
        ))}
      </span>
      {differs.length > 0 && (
        <span className="text-small text-bad">Não combina: {formatFieldLabels(differs)}</span>
      )}
    </span>
  );
}

/** At first, only rows that certainly belong to the person are chosen. */
function useChosenRows(key: string) {
  const query = useQuery(personRowsQuery(key));
  const [choicesByKey, setChoicesByKey] = useState<ReadonlyMap<string, boolean>>(new Map());
  const allRows = query.data?.items ?? [];
  const rows = allRows.slice(0, MAX_ROWS_PER_REQUEST);
  const isChosen = ({ key, same }: PersonRow) => choicesByKey.get(key) ?? same;
  return {
    query,
    rows,
    /** Number of rows beyond the limit of one request; they are not shown. */
    omittedCount: allRows.length - rows.length,
    isChosen,
    chosen: rows.filter(isChosen).map((row) => row.key),
    toggle: (row: PersonRow) => setChoicesByKey(new Map(choicesByKey).set(row.key, !isChosen(row))),
    /** Fetches the rows again after a failed request, because they may have changed. */
    refetchOnError: <Result,>(request: Promise<Result>): Promise<Result> =>
      request.catch((error) => {
        void query.refetch();
        throw error;
      }),
  };
}

type ChosenRows = ReturnType<typeof useChosenRows>;

const ROW_LABELS: Record<PersonRow['kind'], string> = {
  lead: 'Lead',
  application: 'Aplicação',
  sale: 'Compra ou carrinho',
  notice: 'Aviso do checkout, sem venda',
  outbox_event: 'Cópia enviada por webhook',
};

const FIELD_LABELS: Record<PersonField, string> = {
  names: 'nome',
  phones: 'telefone',
  emails: 'e-mail',
};

/** Returns a text such as “nome e telefone”. */
const formatFieldLabels = (fields: readonly PersonField[]): string =>
  new Intl.ListFormat('pt-BR').format(fields.map((field) => FIELD_LABELS[field]));
