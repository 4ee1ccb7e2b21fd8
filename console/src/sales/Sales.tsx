import type { SaleItem } from '@funil/contract/console/sales';
import { formatCents } from '@funil/contract/money';
import { namePlatform } from '@funil/contract/platforms';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { memo, useCallback } from 'react';
import { Origin } from '../contacts/Origin.tsx';
import { SearchField } from '../contacts/SearchField.tsx';
import '../contacts/contacts-view.css';
import { Empty } from '../parts/Empty.tsx';
import { EndlessList } from '../parts/EndlessList.tsx';
import { Choice, Entry, FilterFold } from '../parts/FilterFold.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Moment } from '../parts/Moment.tsx';
import { View } from '../parts/View.tsx';
import { SaleState } from './SaleState.tsx';
import { MATCH_WORDS, nameMethod, PLATFORM_OPTIONS, SALE_OPTIONS } from './sale-words.ts';
import { salesQuery, unreadQuery } from './sales-query.ts';
import { readSalesSearch, type SalesSearch } from './sales-search.ts';
import './sales.css';

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

interface SalesFiltersProps {
  search: SalesSearch;
  onChange: (search: SalesSearch) => void;
}

const MATCH_OPTIONS = [
  ['yes', 'Com lead'],
  ['no', 'Sem lead'],
] as const;

function SalesFilters({ search, onChange }: SalesFiltersProps) {
  const { q, ...filters } = search;
  /** One filter set or taken off; the others stay. */
  const set = (key: keyof SalesSearch) => (value: string) =>
    onChange(readSalesSearch({ ...search, [key]: value === '' ? undefined : value }));
  return (
    <FilterFold
      count={Object.values(filters).filter((value) => value !== undefined).length}
      onClear={() => onChange(q ? { q } : {})}
    >
      <Choice
        label="Estado"
        value={search.state ?? ''}
        options={SALE_OPTIONS}
        onChange={set('state')}
      />
      <Choice
        label="Lead"
        value={search.matched ?? ''}
        options={MATCH_OPTIONS}
        onChange={set('matched')}
      />
      <Choice
        label="Plataforma"
        value={search.platform ?? ''}
        options={PLATFORM_OPTIONS}
        onChange={set('platform')}
        all="Todas"
      />
      <Entry label="Origem" type="text" value={search.source ?? ''} onChange={set('source')} />
      <Entry
        label="Campanha"
        type="text"
        value={search.campaign ?? ''}
        onChange={set('campaign')}
      />
      <Entry label="De" type="date" value={search.from ?? ''} onChange={set('from')} />
      <Entry label="Até" type="date" value={search.until ?? ''} onChange={set('until')} />
    </FilterFold>
  );
}

/** One sale in the list: who, what, how much, how it stands, and whether its lead is known. */
const SaleRow = memo(function SaleRow({ sale, isOpen }: { sale: SaleItem; isOpen: boolean }) {
  const { platform, key, product, method, state, value_cents } = sale;
  const from = [namePlatform(platform), nameMethod(method), product].filter(Boolean).join(' · ');
  return (
    <Link
      to="/vendas/$platform/$key"
      params={{ platform, key }}
      search={readSalesSearch}
      preload={false}
      className="row-link sale-row"
      data-open={isOpen || undefined}
      aria-current={isOpen || undefined}
    >
      <span className="sale-who">{sale.buyer_name ?? sale.buyer_email ?? 'Sem nome'}</span>
      <span className="sale-from">{from}</span>
      <span className="sale-match">
        <Match sale={sale} />
      </span>
      <span className="sale-state">
        <SaleState state={state} />
      </span>
      <span className="sale-value">{value_cents === null ? '—' : formatCents(value_cents)}</span>
      <span className="row-time">
        <Moment at={sale.paid_at ?? sale.begun_at} />
      </span>
    </Link>
  );
});

/** Where its lead came from and how that one was found; or that none is known. */
function Match({ sale: { matched_by, candidates, origin } }: { sale: SaleItem }) {
  if (matched_by !== null) {
    return (
      <>
        {origin && <Origin of={origin} />}
        <span className="muted">
          {origin && ' · '}
          {MATCH_WORDS[matched_by]}
        </span>
      </>
    );
  }
  const many = candidates === 1 ? '1 sugestão' : `${candidates} sugestões`;
  return <span className="sale-unmatched">sem lead{candidates > 0 && ` · ${many}`}</span>;
}
