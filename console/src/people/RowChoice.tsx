import { MAX_CHOSEN_ROWS, type PersonField, type PersonRow } from '@funil/contract/console/people';
import { formatPhone } from '@funil/contract/phone';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Missing } from '../parts/Failure.tsx';
import { formatWhole } from '../parts/moments.ts';
import { Typed } from '../parts/Typed.tsx';
import { personRowsQuery } from './people-queries.ts';
import './row-choice.css';

/** Every row that may be the person's, with a mark for those that are taken. */
export function RowChoice({ of }: { of: ChosenRows }) {
  const { query, rows, further } = of;
  const same = rows.filter((row) => row.same);
  const others = rows.filter((row) => !row.same);
  return (
    <>
      <Missing query={query} />
      {same.length > 0 && <Group title="Desta pessoa" rows={same} of={of} />}
      {others.length > 0 && (
        <Group
          title="Podem ser de outra pessoa"
          hint="Têm o mesmo telefone ou e-mail, e o resto não combina. Marque só o que for desta pessoa."
          rows={others}
          of={of}
        />
      )}
      {further > 0 && (
        <p className="small muted">
          Há mais {further}: faça com estas e abra de novo para ver as outras.
        </p>
      )}
    </>
  );
}

interface GroupProps {
  title: string;
  hint?: string;
  rows: readonly PersonRow[];
  of: ChosenRows;
}

function Group({ title, hint, rows, of }: GroupProps) {
  return (
    <fieldset className="row-choice">
      <legend>{title}</legend>
      {hint && <p className="small muted">{hint}</p>}
      <ul>
        {rows.map((row) => (
          <li key={row.key}>
            <label>
              <input
                type="checkbox"
                className="check"
                checked={of.isChosen(row)}
                onChange={() => of.toggle(row)}
              />
              <Row row={row} />
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function Row({ row: { kind, at, names, phones, emails, differs } }: { row: PersonRow }) {
  const said = [...new Set([...names, ...phones.map(formatPhone), ...emails])];
  return (
    <span>
      <strong>{ROW_WORDS[kind]}</strong> <span className="muted">{formatWhole(at)}</span>
      <span className="row-choice-said">
        {said.map((text) => (
          <Typed key={text}>{text}</Typed>
        ))}
      </span>
      {differs.length > 0 && (
        <span className="row-choice-differs">Não combina: {nameFields(differs)}</span>
      )}
    </span>
  );
}

/** The rows of a person that an operator sees and chooses from: at first those that are the person's beyond doubt. */
export function useChosenRows(key: string) {
  const query = useQuery(personRowsQuery(key));
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const all = query.data?.items ?? [];
  const rows = all.slice(0, MAX_CHOSEN_ROWS);
  const isChosen = ({ key, same }: PersonRow) => changed.get(key) ?? same;
  return {
    query,
    rows,
    /** Rows beyond those that one request can take. */
    further: all.length - rows.length,
    isChosen,
    chosen: rows.filter(isChosen).map((row) => row.key),
    toggle: (row: PersonRow) => setChanged(new Map(changed).set(row.key, !isChosen(row))),
  };
}

type ChosenRows = ReturnType<typeof useChosenRows>;

export const ROW_WORDS: Record<PersonRow['kind'], string> = {
  lead: 'Lead',
  application: 'Aplicação',
  sale: 'Compra',
  notice: 'Aviso do checkout, sem venda',
  announcement: 'Cópia enviada por webhook',
};

const FIELD_WORDS: Record<PersonField, string> = {
  names: 'nome',
  phones: 'telefone',
  emails: 'e-mail',
};

/** What contradicts the person, such as “nome e telefone”; empty where nothing is known to. */
export const nameFields = (fields: readonly PersonField[]): string =>
  new Intl.ListFormat('pt-BR').format(fields.map((field) => FIELD_WORDS[field]));
