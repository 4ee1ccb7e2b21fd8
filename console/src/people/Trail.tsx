import type { AuditItem } from '@funil/contract/operators/audit';
import { auditLabel } from '@funil/contract/operators/audit-labels';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Empty } from '../parts/Empty.tsx';
import { RowList } from '../parts/list/RowList.tsx';
import { Time } from '../parts/time/Time.tsx';
import { View } from '../parts/View.tsx';
import { auditQuery } from './queries.ts';

const MAX_NAMES_PER_ENTRY = 3;

export function Trail() {
  const query = useInfiniteQuery(auditQuery);
  return (
    <View
      title="Trilha"
      subtitle="Quem viu ou mudou dados pessoais, e quando. Nenhum valor é guardado."
    >
      <RowList
        query={{ ...query, data: query.data && groupTrail(query.data) }}
        empty={<Empty title="A trilha está vazia." />}
      >
        {({ newest: { id, at, who, what }, count, names }) => (
          <li
            key={id}
            className="grid gap-x-4 grid-cols-[minmax(0,1fr)] wrap-anywhere xs:grid-cols-[4.75rem_minmax(0,1fr)] px-4 py-2 md:grid-cols-[6.5rem_minmax(0,16rem)_minmax(0,1fr)]"
          >
            <Time at={at} className="text-muted" />
            <span>{who ?? 'terminal'}</span>
            <span className="xs:max-md:col-start-2">
              {auditLabel(what)}
              {names.length > 0 && (
                <span className="text-muted">
                  {': '}
                  <bdi>{names.slice(0, MAX_NAMES_PER_ENTRY).join(', ')}</bdi>
                  {names.length > MAX_NAMES_PER_ENTRY &&
                    ` e mais ${names.length - MAX_NAMES_PER_ENTRY}`}
                </span>
              )}
              {count > 1 && <span className="text-muted"> ({count} vezes)</span>}
            </span>
          </li>
        )}
      </RowList>
    </View>
  );
}

interface TrailGroup {
  readonly newest: AuditItem;
  readonly count: number;
  /** Names of the persons in the lines, without repeats. */
  readonly names: readonly string[];
}

/** Joins neighboring lines with the same operator and action. */
export function groupTrail(items: readonly AuditItem[]): TrailGroup[] {
  const runs: [AuditItem, ...AuditItem[]][] = [];
  for (const item of items) {
    const run = runs.at(-1);
    if (run && run[0].who === item.who && run[0].what === item.what) run.push(item);
    else runs.push([item]);
  }
  return runs.map((run) => ({
    newest: run[0],
    count: run.length,
    names: [...new Set(run.flatMap(({ name }) => name ?? []))],
  }));
}
