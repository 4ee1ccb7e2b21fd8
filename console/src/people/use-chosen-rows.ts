import { MAX_CHOSEN_ROWS, type PersonRow } from '@funil/contract/console/people';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { personRowsQuery } from './people-queries.ts';

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

export type ChosenRows = ReturnType<typeof useChosenRows>;
