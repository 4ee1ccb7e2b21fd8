import { namePlatform } from '@funil/contract/platforms';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Empty } from '../parts/Empty.tsx';
import { Missing } from '../parts/Failure.tsx';
import { formatWhole } from '../parts/moments.ts';
import { ShowMore } from '../parts/ShowMore.tsx';
import { View } from '../parts/View.tsx';
import { unreadQuery } from './sales-query.ts';
import './sales.css';
import './sales.css';

/** What platforms sent and nobody understood: kept, and read again once the reading is mended. */
export function UnreadNotices() {
  const query = useInfiniteQuery(unreadQuery);
  const { data } = query;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <View
      title="Avisos não entendidos"
      lead="Nenhum se perdeu: ficam guardados e são lidos de novo a cada atualização do Funil."
      actions={
        <Link to="/vendas" search={{}} className="button">
          Voltar às vendas
        </Link>
      }
    >
      <Missing query={query} />
      {data && items.length === 0 && <Empty title="Todos os avisos foram entendidos." />}
      {items.length > 0 && (
        <ul className="panel unread-list">
          {items.map(({ id, platform, received_at, trouble }) => (
            <li key={id}>
              <strong>{namePlatform(platform)}</strong>
              <time dateTime={received_at} className="muted small">
                {formatWhole(received_at)}
              </time>
              <p>{trouble}</p>
            </li>
          ))}
        </ul>
      )}
      <ShowMore query={query} />
    </View>
  );
}
