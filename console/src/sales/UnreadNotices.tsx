import { noticeErrorLabel } from '@funil/contract/console/notice-labels';
import { platformLabel } from '@funil/contract/sales/platforms';
import { useInfiniteQuery } from '@tanstack/react-query';
import { QueryStatus } from '../parts/Failure.tsx';
import { formatFullTime } from '../parts/format-time.ts';
import { ShowMore } from '../parts/ShowMore.tsx';
import { unreadQuery } from './queries.ts';

/** The platforms' notices that no adapter understood. */
export function UnreadNotices() {
  const query = useInfiniteQuery(unreadQuery);
  const { data: items = [] } = query;
  return (
    <section aria-labelledby="unread-notices" className="grid gap-2 mt-8">
      <h2 id="unread-notices">Avisos não entendidos</h2>
      <p className="text-muted">
        Nenhum se perdeu: ficam guardados e são lidos de novo a cada atualização do Funil.
      </p>
      <QueryStatus query={query} />
      {query.data?.length === 0 && <p>Todos os avisos foram entendidos.</p>}
      {items.length > 0 && (
        <ul className="rounded-xl border bg-raised lines [&>li]:grid [&>li]:gap-0.5 [&>li]:px-4 [&>li]:py-3">
          {items.map(({ id, platform, received_at, read_error }) => (
            <li key={id}>
              <strong>{platformLabel(platform)}</strong>
              <time dateTime={received_at} className="text-muted text-small">
                {formatFullTime(received_at)}
              </time>
              <p>{read_error && noticeErrorLabel(read_error)}</p>
            </li>
          ))}
        </ul>
      )}
      <ShowMore query={query} />
    </section>
  );
}
