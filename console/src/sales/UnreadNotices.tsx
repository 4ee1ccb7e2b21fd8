import { platformLabel } from '@funil/contract/platforms';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Empty } from '../parts/Empty.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { formatFullTime } from '../parts/format-time.ts';
import { ShowMore } from '../parts/ShowMore.tsx';
import { View } from '../parts/View.tsx';
import { unreadQuery } from './queries.ts';
import './sales.css';

/** The platforms' notices that no adapter understood. */
export function UnreadNotices() {
  const query = useInfiniteQuery(unreadQuery);
  const { data: items = [] } = query;
  return (
    <View
      title="Avisos não entendidos"
      subtitle="Nenhum se perdeu: ficam guardados e são lidos de novo a cada atualização do Funil."
      actions={
        <Link to="/vendas" search={{}} className="button">
          Voltar às vendas
        </Link>
      }
    >
      <QueryStatus query={query} />
      {query.data?.length === 0 && <Empty title="Todos os avisos foram entendidos." />}
      {items.length > 0 && (
        <ul className="panel lines unread-list">
          {items.map(({ id, platform, received_at, trouble: readError }) => (
            <li key={id}>
              <strong>{platformLabel(platform)}</strong>
              <time dateTime={received_at} className="muted small">
                {formatFullTime(received_at)}
              </time>
              <p>{readError}</p>
            </li>
          ))}
        </ul>
      )}
      <ShowMore query={query} />
    </View>
  );
}
