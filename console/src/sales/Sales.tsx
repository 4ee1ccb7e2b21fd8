import type { ListChoices } from '@funil/contract/console/page';
import type { SaleItem } from '@funil/contract/console/sales';
import { MATCH_LABELS, SALE_STATE_LABELS, utmLabel } from '@funil/contract/labels';
import { formatCents, formatCount } from '@funil/contract/money';
import { platformLabel } from '@funil/contract/platforms';
import { productLabel } from '@funil/contract/product-label';
import type { SaleState as State } from '@funil/contract/sale';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, memo, type ReactNode, Suspense, useDeferredValue } from 'react';
import { download } from '../api.ts';
import { Origin } from '../contacts/Origin.tsx';
import { choicesQuery } from '../contacts/queries.ts';
import { ImportLink } from '../imports/ImportLink.tsx';
import { Button } from '../parts/Button.tsx';
import { Empty } from '../parts/Empty.tsx';
import type { Filter } from '../parts/FilterPanel.tsx';
import { Icon } from '../parts/Icon.tsx';
import { chooseFrom, ListView } from '../parts/ListView.tsx';
import { SortButton, timeOrder } from '../parts/SortButton.tsx';
import { StateTabs } from '../parts/StateTabs.tsx';
import { keysOf, toList } from '../parts/search-params.ts';
import { Time } from '../parts/Time.tsx';
import { runWithErrorToast } from '../parts/toast.ts';
import { VirtualList } from '../parts/VirtualList.tsx';
import { platformNoticesQuery, salesQuery, unreadQuery } from './queries.ts';
import { ReconciliationLine } from './ReconciliationLine.tsx';
import {
  methodLabel,
  readSalesSearch,
  type SALE_LISTS,
  SaleState,
  type SalesSearch,
  sourceLabel,
} from './states.tsx';

const NoticeBanners = lazy(() =>
  import('./NoticeBanners.tsx').then((it) => ({ default: it.NoticeBanners })),
);

/** What is wrong with the platforms' notices: its code loads only then. */
function NoticesIfWrong() {
  const { data: platforms = [] } = useQuery(platformNoticesQuery);
  const { data: unread = [] } = useInfiniteQuery(unreadQuery);
  const isWrong = unread.length > 0 || platforms.some(({ warning }) => warning !== null);
  return <Suspense>{isWrong && <NoticeBanners />}</Suspense>;
}

type FilterKey = Exclude<keyof SalesSearch, 'q' | 'state' | 'sort'>;

/** Returns the filters with the values that the sales have. */
function toFilters(choices: ListChoices['choices'] | undefined): Filter<FilterKey>[] {
  const choose = chooseFrom<FilterKey>(choices);
  return [
    choose('product', 'Produto', productLabel),
    choose('platform', 'Plataforma', platformLabel),
    {
      key: 'matched',
      label: 'Lead',
      options: [
        ['yes', 'Com lead'],
        ['no', 'Sem lead'],
      ],
    },
    { key: 'paid', label: 'Pagamento', options: [['1', 'Só pagas']], all: 'Todas' },
    { key: 'test', label: 'Testes', options: [['1', 'Só testes']], all: 'De fora' },
    choose('source', 'Origem', utmLabel),
    choose('medium', 'Meio', utmLabel),
    choose('campaign', 'Campanha', utmLabel),
    choose('content', 'Criativo', utmLabel),
    { key: 'from', label: 'De', type: 'date' },
    { key: 'until', label: 'Até', type: 'date' },
  ];
}

const keyOf = ({ platform, key }: SaleItem) => `${platform} ${key}`;

interface SaleListProps {
  path: (typeof SALE_LISTS)[number];
  title: string;
  /** The states of its sales. */
  states: readonly State[];
  children?: ReactNode;
}

/** All sales, and what is wrong with the platforms' notices. */
export const Sales = () => (
  <SaleList path="/vendas" title="Vendas" states={keysOf(SALE_STATE_LABELS)}>
    <NoticesIfWrong />
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
  const given = useSearch({ from: path });
  const search = readSalesSearch({ state: states, ...given });
  const { platform, key } = useParams({ strict: false });
  // The pressed tab or filter is drawn before the rows.
  const shown = useDeferredValue(search);
  const query = useInfiniteQuery(salesQuery(shown));
  const navigate = useNavigate();
  const { data: found } = useQuery(choicesQuery('sales', search));
  const change = (next: object) =>
    void navigate({ to: '.', search: readSalesSearch({ ...given, ...next }), replace: true });
  return (
    <ListView
      title={title}
      placeholder="Nome, contato ou transação"
      search={given}
      read={readSalesSearch}
      filters={toFilters(found?.choices)}
      hasDetail={key !== undefined}
      actions={
        <>
          {path === '/vendas' && <ImportLink />}
          <Button
            className="csv-button"
            aria-label="Salvar como CSV"
            title="Salvar como CSV"
            onClick={() => void runWithErrorToast(() => downloadCsv(search))}
          >
            <Icon name="download" />
            <span>CSV</span>
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 grid-rows-[auto_minmax(0,1fr)] min-h-0 [&>:last-child]:row-start-2">
        <div>
          {children}
          <StateTabs
            states={states}
            chosen={toList(given.state)}
            counts={found?.choices.state?.filter(({ value }) => states.some((it) => it === value))}
            draw={(state) => <SaleState state={state} />}
            onChange={(state) => change({ state })}
          />
        </div>
        <VirtualList
          key={JSON.stringify(shown)}
          aria-label="Vendas"
          query={query}
          keyOf={keyOf}
          openKey={key && `${platform} ${key}`}
          onClose={() => navigate({ to: path, search: true })}
          head={<SalesHead found={found} sort={search.sort} onSort={(sort) => change({ sort })} />}
          empty={<NoSales path={path} isFiltered={Object.keys(given).length > 0} />}
        >
          {(sale, isOpen) => <SaleRow path={path} sale={sale} isOpen={isOpen} />}
        </VirtualList>
      </div>
    </ListView>
  );
}

function downloadCsv({ sort: _, ...search }: SalesSearch): Promise<void> {
  return search.q
    ? download('sales.csv', 'vendas.csv', { method: 'POST', body: search })
    : download('sales.csv', 'vendas.csv', { query: search });
}

interface SalesHeadProps {
  /** Undefined while the sales are counted. */
  found: ListChoices | undefined;
  sort: SalesSearch['sort'];
  onSort: (sort: SalesSearch['sort']) => void;
}

/** The columns' titles, the number of sales found, and the order. */
function SalesHead({ found, sort, onSort }: SalesHeadProps) {
  return (
    <div className="row-link sale-row row-head">
      <span className="sale-who" role="status">
        {found?.count != null &&
          (found.count === 1 ? '1 venda' : `${formatCount(found.count)} vendas`)}
      </span>
      <span className="sale-from">Plataforma e produto</span>
      <span className="sale-match">Origem e lead</span>
      <span className="sale-state">Estado</span>
      <SortButton
        className="sale-value"
        label="Valor"
        order="do maior ao menor"
        isActive={sort === 'value'}
        onClick={() => onSort('value')}
      />
      <SortButton
        className="row-time"
        label="Data"
        isActive={sort !== 'value'}
        order={timeOrder(sort === 'oldest')}
        isReversed={sort === 'oldest'}
        onClick={() => onSort(sort === undefined ? 'oldest' : undefined)}
      />
    </div>
  );
}

interface NoSalesProps extends Pick<SaleListProps, 'path'> {
  isFiltered: boolean;
}

function NoSales({ path, isFiltered }: NoSalesProps) {
  if (!isFiltered) {
    return (
      <Empty title="Nenhuma venda ainda.">
        O que a plataforma de pagamento avisar aparece aqui na hora: Pix e boleto emitidos, vendas,
        reembolsos.
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

interface SaleRowProps extends Pick<SaleListProps, 'path'> {
  sale: SaleItem;
  isOpen: boolean;
}

const SaleRow = memo(function SaleRow({ path, sale, isOpen }: SaleRowProps) {
  const { platform, key, product, method, state, value_cents, source } = sale;
  const parts = [
    platformLabel(platform),
    sourceLabel(source),
    methodLabel(method),
    product && productLabel(product),
  ];
  const from = parts.filter(Boolean).join(' · ');
  return (
    <Link
      to={`${path}/$platform/$key`}
      params={{ platform, key }}
      search={readSalesSearch}
      preload={false}
      className="pressable row-link sale-row"
      data-open={isOpen || undefined}
      aria-current={isOpen || undefined}
    >
      <span className="sale-who truncate">{sale.buyer_name ?? sale.buyer_email ?? 'Sem nome'}</span>
      <span className="sale-from truncate">{from}</span>
      <span className="sale-match truncate">
        <Match sale={sale} />
      </span>
      <span className="sale-state">
        <SaleState state={state} />
      </span>
      <span className="sale-value">{value_cents === null ? '—' : formatCents(value_cents)}</span>
      <span className="row-time">
        <Time at={sale.paid_at ?? sale.begun_at} />
      </span>
    </Link>
  );
});

function Match({ sale: { matched_by, candidates, origin } }: { sale: SaleItem }) {
  if (matched_by !== null) {
    return (
      <>
        {origin && <Origin origin={origin} />}
        <span className="text-muted">
          {origin && ' · '}
          {MATCH_LABELS[matched_by]}
        </span>
      </>
    );
  }
  const suggestions = candidates === 1 ? '1 sugestão' : `${candidates} sugestões`;
  return (
    <span className="text-warn font-semibold">sem lead{candidates > 0 && ` · ${suggestions}`}</span>
  );
}
