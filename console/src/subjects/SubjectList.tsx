import type { SubjectItem } from '@funil/contract/console/subjects';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Failure } from '../parts/Failure.tsx';
import { Loading } from '../parts/Loading.tsx';
import { useEndlessRows } from '../parts/use-endless-rows.ts';
import { EmptyList } from './EmptyList.tsx';
import { type ListName, listQuery } from './list-query.ts';
import type { ListSearch } from './list-search.ts';
import { loadDetail } from './load-detail.ts';
import type { Picking } from './picking.ts';
import '../parts/list.css';
import { SubjectRow } from './SubjectRow.tsx';
import { useGreeter } from './use-greeter.ts';
import { useListKeys } from './use-list-keys.ts';
import { useOpen } from './use-open.ts';

interface Props {
  name: ListName;
  search: ListSearch;
  picking: Picking;
  /** Whose detail stands beside the list. */
  open: string | undefined;
}

const keyOf = ({ subject }: SubjectItem) => subject;

let isFetched = false;

/** A hand on the list opens somebody before long: the detail's code is there by then. */
function fetchDetail(): void {
  if (isFetched) return;
  isFetched = true;
  loadDetail().catch(() => {
    // The router asks again, and says so.
    isFetched = false;
  });
}

/** The people of a list, of which only those in the window are drawn. */
export function SubjectList({ name, search, picking, open }: Props) {
  const query = useInfiniteQuery(listQuery(name, search));
  const { data, error, hasNextPage, isFetchingNextPage } = query;
  const { items, scroller, rows, totalHeight, scrollTo, frameOf } = useEndlessRows(query, keyOf);
  const greet = useGreeter();
  const onOpen = useOpen();
  useListKeys({ items, picking, open, scrollTo });

  if (error && items.length === 0) {
    return <Failure error={error} onRetry={() => void query.refetch()} />;
  }
  if (!data || (items.length === 0 && hasNextPage)) return <Loading />;
  if (items.length === 0) return <EmptyList name={name} search={search} />;
  return (
    <section
      ref={scroller}
      className="list-scroller"
      data-list={name}
      aria-label="Lista"
      onPointerEnter={fetchDetail}
      onFocus={fetchDetail}
    >
      <ul className="list-rows" style={{ height: totalHeight }}>
        {rows.map((row) => {
          const item = items[row.index];
          if (!item) return null;
          return (
            <li key={row.key} {...frameOf(row)}>
              <SubjectRow
                item={item}
                index={row.index}
                isOpen={open === item.subject}
                isPicked={picking.picked.has(item.subject)}
                onPick={picking.pick}
                onOpen={onOpen}
                greet={greet}
              />
            </li>
          );
        })}
      </ul>
      {isFetchingNextPage && <Loading label="Carregando mais…" />}
    </section>
  );
}
