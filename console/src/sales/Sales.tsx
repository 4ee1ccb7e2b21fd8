import { SALE_STATE_LABELS } from '@funil/contract/console/labels';
import type { ListChoices } from '@funil/contract/list-page';
import { platformLabel } from '@funil/contract/sales/platforms';
import { productLabel } from '@funil/contract/sales/product-label';
import type { SaleState } from '@funil/contract/sales/sale-record';
import type { SaleItem } from '@funil/contract/sales/sales';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue } from 'react';
import { choicesQuery } from '../contacts/queries.ts';
import { Empty } from '../parts/Empty.tsx';
import { Icon } from '../parts/Icon.tsx';
import { ImportLink } from '../parts/ImportLink.tsx';
import type { Filter } from '../parts/list/FilterPanel.tsx';
import {
  CsvButton,
  ListView,
  makeChoiceFilter,
  originAndPeriodFilters,
} from '../parts/list/ListView.tsx';
import { StateTabs } from '../parts/list/StateTabs.tsx';
import { VirtualList } from '../parts/list/VirtualList.tsx';
import { SaleStateMark } from '../parts/sale-labels.tsx';
import { readSalesSearch, type SALE_LISTS, type SalesSearch } from '../parts/sales-search.ts';
import { keysOf, toList } from '../parts/search-params.ts';
import { Time } from '../parts/time/Time.tsx';
import { ViewButton } from '../parts/ViewButton.tsx';
import { buyersQuery, platformNoticesQuery, reconciliationsQuery, salesQuery } from './queries.ts';
import { SaleRow, SalesHead } from './SaleRow.tsx';

function NoticeBanners() {
  const { data: platforms = [] } = useQuery(platformNoticesQuery);
  return platforms
    .flatMap(({ problems }) => problems)
    .map(({ what }) => (
      <p key={what} className="banner">
        <Icon name="warning" />
        <span>
          {what}{' '}
          <Link to="/vendas/avisos" className="py-2.5 font-semibold whitespace-nowrap">
            O que fazer
          </Link>
        </span>
      </p>
    ));
}

function ReconciliationLine() {
  const { data } = useQuery(reconciliationsQuery);
  const items = data?.items ?? [];
  const failed = items.find(({ problem }) => problem !== null);
  const neverCompared = items.find(({ checked_at }) => checked_at === null);
  const shownComparison = failed ?? neverCompared ?? items[0];
  if (!shownComparison) return null;
  const label = platformLabel(shownComparison.platform);
  return (
    <p
      className="flex items-center gap-2.5 px-pad border-b text-small text-muted data-failed:bg-warn/12 data-failed:text-inherit"
      data-failed={failed !== undefined || undefined}
    >
      {failed && <Icon name="warning" className="text-warn" />}
      <span>
        {failed && `A conferência com a ${label} não foi completa.`}
        {!failed && shownComparison.checked_at === null && `A conferir com a ${label}.`}
        {!failed && shownComparison.checked_at !== null && (
          <>
            Conferidas com a {label}: <Time at={shownComparison.checked_at} />
          </>
        )}
      </span>
      <Link
        className="inline-flex flex-none items-center min-h-11 px-2 font-semibold"
        to="/vendas/conferencia"
      >
        {failed ? 'Ver' : 'Conferir'}
      </Link>
    </p>
  );
}

type FilterKey = Exclude<keyof SalesSearch, 'q' | 'state' | 'sort'>;

function salesFilters(choices: ListChoices['choices'] | undefined): Filter<FilterKey>[] {
  const filterOf = makeChoiceFilter<FilterKey>(choices);
  return [
    filterOf('product', 'Produto', productLabel),
    filterOf('platform', 'Plataforma', platformLabel),
    {
      key: 'matched',
      label: 'Lead',
      options: [
        ['yes', 'Com lead'],
        ['no', 'Sem lead'],
      ],
    },
    { key: 'paid', label: 'Pagamento', options: [['1', 'Só pagas']], allLabel: 'Todas' },
    { key: 'test', label: 'Testes', options: [['1', 'Só testes']], allLabel: 'De fora' },
    ...originAndPeriodFilters(choices),
  ];
}

const saleKeyOf = ({ platform, key }: SaleItem) => `${platform} ${key}`;

interface SaleListProps {
  path: (typeof SALE_LISTS)[number];
  title: string;
  states: readonly SaleState[];
  children?: ReactNode;
}

export const Sales = () => (
  <SaleList path="/vendas" title="Vendas" states={keysOf(SALE_STATE_LABELS)}>
    <NoticeBanners />
    <ReconciliationLine />
  </SaleList>
);

const BUYER_STATES = ['paid', 'refunded', 'chargeback'] as const;
export const Buyers = () => (
  <SaleList path="/pessoas/compradores" title="Compradores" states={BUYER_STATES} />
);

const CART_STATES = ['pending', 'abandoned', 'canceled'] as const;
export const Carts = () => (
  <SaleList path="/pessoas/carrinhos" title="Carrinhos e Pix" states={CART_STATES} />
);

function SaleList({ path, title, states, children }: SaleListProps) {
  const urlSearch = useSearch({ from: path });
  const search = readSalesSearch({ state: states, ...urlSearch });
  const { platform, key } = useParams({ strict: false });
  const shownSearch = useDeferredValue(search);
  const query = useInfiniteQuery(
    path === '/vendas' ? salesQuery(shownSearch) : buyersQuery(shownSearch),
  );
  const navigate = useNavigate();
  const { data: filterChoices } = useQuery(choicesQuery('sales', search));
  const changeSearch = (next: object) =>
    void navigate({ to: '.', search: readSalesSearch({ ...urlSearch, ...next }), replace: true });
  return (
    <ListView
      title={title}
      placeholder="Nome, contato ou transação"
      search={urlSearch}
      readSearch={readSalesSearch}
      filters={salesFilters(filterChoices?.choices)}
      hasDetail={key !== undefined}
      actions={
        <>
          {path === '/vendas' && <ImportLink />}
          <CsvButton list="sales" title={title} search={search} />
        </>
      }
    >
      <div className="grid grid-cols-1 grid-rows-[auto_minmax(0,1fr)] min-h-0 [&>:last-child]:row-start-2">
        <div>
          {children}
          <StateTabs
            allLabel="Todas"
            states={states}
            chosen={toList(urlSearch.state)}
            counts={filterChoices?.choices.state?.filter(({ value }) =>
              states.some((state) => state === value),
            )}
            renderState={(state) => <SaleStateMark state={state} />}
            onChange={(state) => changeSearch({ state })}
          />
        </div>
        <VirtualList
          key={JSON.stringify(shownSearch)}
          aria-label="Vendas"
          query={query}
          keyOf={saleKeyOf}
          openKey={key && `${platform} ${key}`}
          onClose={() => navigate({ to: path, search: true })}
          head={
            <SalesHead
              filterChoices={filterChoices}
              sort={search.sort}
              onSort={(sort) => changeSearch({ sort })}
            />
          }
          empty={<NoSales path={path} isFiltered={Object.keys(urlSearch).length > 0} />}
        >
          {(sale, isOpen) => <SaleRow path={path} sale={sale} isOpen={isOpen} />}
        </VirtualList>
      </div>
    </ListView>
  );
}

interface NoSalesProps extends Pick<SaleListProps, 'path'> {
  isFiltered: boolean;
}

const EMPTY_TITLES: Record<SaleListProps['path'], string> = {
  '/vendas': 'Nenhuma venda ainda.',
  '/pessoas/compradores': 'Ninguém comprou ainda.',
  '/pessoas/carrinhos': 'Ninguém parou no pagamento.',
};

function NoSales({ path, isFiltered }: NoSalesProps) {
  if (!isFiltered) {
    return (
      <Empty title={EMPTY_TITLES[path]}>
        <p>
          O que a plataforma de pagamento avisar aparece aqui na hora: Pix e boleto emitidos,
          vendas, reembolsos.
        </p>
        <ViewButton to="/ligacoes">Ligar o checkout</ViewButton>
        <ViewButton to="/importar">Importar vendas</ViewButton>
      </Empty>
    );
  }
  return (
    <Empty title="Nenhuma venda assim.">
      <Link to={path} search={{}} className="button">
        Ver todas
      </Link>
    </Empty>
  );
}
