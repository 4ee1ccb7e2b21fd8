import type { SaleItem } from '@funil/contract/console/sales';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { Empty } from '../parts/Empty.tsx';
import { EndlessList } from '../parts/EndlessList.tsx';
import { Icon } from '../parts/Icon.tsx';
import { View } from '../parts/View.tsx';
import { SearchField } from '../subjects/SearchField.tsx';
import '../subjects/subjects-view.css';
import { SaleRow } from './SaleRow.tsx';
import { SalesFilters } from './SalesFilters.tsx';
import './sales.css';
import { salesQuery, unreadQuery } from './sales-query.ts';
import type { SalesSearch } from './sales-search.ts';

const keyOf = ({ platform, key }: SaleItem) => `${platform} ${key}`;

/** All sales of all platforms; the one that is opened stands beside, or on a phone in the list's place. */
export function Sales() {
  const search = useSearch({ from: '/vendas' });
  const { platform, key } = useParams({ strict: false });
  const query = useInfiniteQuery(salesQuery(search));
  const navigate = useNavigate();
  const change = useCallback(
    (next: SalesSearch) => void navigate({ to: '.', search: next, replace: true }),
    [navigate],
  );
  const searchFor = useCallback(
    (q: string) => {
      const { q: _, ...filters } = search;
      change(q === '' ? filters : { ...filters, q });
    },
    [search, change],
  );
  return (
    <div className="subjects" data-has-detail={key !== undefined || undefined}>
      <View
        title="Vendas"
        isFixed
        actions={
          <>
            <SearchField
              value={search.q ?? ''}
              label="Buscar em Vendas"
              placeholder="Nome, contato ou transação"
              onChange={searchFor}
            />
            <SalesFilters search={search} onChange={change} />
          </>
        }
      >
        <div className="sales-body">
          <Unread />
          <EndlessList
            key={JSON.stringify(search)}
            label="Vendas"
            query={query}
            keyOf={keyOf}
            empty={<NoSales search={search} />}
          >
            {(sale) => (
              <SaleRow sale={sale} isOpen={sale.platform === platform && sale.key === key} />
            )}
          </EndlessList>
        </div>
      </View>
      <Outlet />
    </div>
  );
}

function Unread() {
  const { data } = useInfiniteQuery(unreadQuery);
  const [first] = data?.pages ?? [];
  if (!first || first.items.length === 0) return null;
  const count = first.items.length;
  return (
    <p className="sales-unread">
      <Icon name="warning" />
      <span>
        {count === 1
          ? '1 aviso de plataforma não foi entendido.'
          : `${count}${first.next === null ? '' : ' ou mais'} avisos de plataforma não foram entendidos.`}
      </span>
      <Link to="/vendas/avisos">Ver</Link>
    </p>
  );
}

function NoSales({ search }: { search: SalesSearch }) {
  if (Object.keys(search).length === 0) {
    return (
      <Empty title="Nenhuma venda ainda.">
        O que a plataforma de pagamento avisar aparece aqui na hora: Pix e boleto emitidos, vendas,
        reembolsos.
      </Empty>
    );
  }
  return (
    <Empty title="Nenhuma venda assim.">
      <Link to="/vendas" search={{}} className="button">
        Ver todas
      </Link>
    </Empty>
  );
}
