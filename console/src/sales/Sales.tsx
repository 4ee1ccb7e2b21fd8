import type { SaleItem } from '@funil/contract/console/sales';
import { formatCents } from '@funil/contract/money';
import { platformLabel } from '@funil/contract/platforms';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { memo } from 'react';
import { Origin } from '../contacts/Origin.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Icon } from '../parts/Icon.tsx';
import { type Filter, ListView } from '../parts/ListView.tsx';
import { Time } from '../parts/Time.tsx';
import { VirtualList } from '../parts/VirtualList.tsx';
import { salesQuery, unreadQuery } from './queries.ts';
import {
  MATCH_LABELS,
  methodLabel,
  PLATFORM_OPTIONS,
  readSalesSearch,
  SALE_OPTIONS,
  SaleState,
  type SalesSearch,
} from './states.tsx';
import './sales.css';

const FILTERS: readonly Filter<Exclude<keyof SalesSearch, 'q'>>[] = [
  { key: 'state', label: 'Estado', options: SALE_OPTIONS },
  {
    key: 'matched',
    label: 'Lead',
    options: [
      ['yes', 'Com lead'],
      ['no', 'Sem lead'],
    ],
  },
  { key: 'platform', label: 'Plataforma', options: PLATFORM_OPTIONS, all: 'Todas' },
  { key: 'paid', label: 'Pagamento', options: [['1', 'Só pagas']], all: 'Todas' },
  { key: 'test', label: 'Testes', options: [['1', 'Só testes']], all: 'De fora' },
  { key: 'source', label: 'Origem', type: 'text' },
  { key: 'medium', label: 'Meio', type: 'text' },
  { key: 'campaign', label: 'Campanha', type: 'text' },
  { key: 'content', label: 'Criativo', type: 'text' },
  { key: 'from', label: 'De', type: 'date' },
  { key: 'until', label: 'Até', type: 'date' },
];

const keyOf = ({ platform, key }: SaleItem) => `${platform} ${key}`;

export function Sales() {
  const search = useSearch({ from: '/vendas' });
  const { platform, key } = useParams({ strict: false });
  const query = useInfiniteQuery(salesQuery(search));
  const navigate = useNavigate();
  return (
    <ListView
      title="Vendas"
      placeholder="Nome, contato ou transação"
      search={search}
      read={readSalesSearch}
      filters={FILTERS}
      hasDetail={key !== undefined}
    >
      <div className="sales-body">
        <Unread />
        <VirtualList
          key={JSON.stringify(search)}
          aria-label="Vendas"
          query={query}
          keyOf={keyOf}
          openKey={key && `${platform} ${key}`}
          onClose={() => navigate({ to: '/vendas', search: true })}
          empty={<NoSales search={search} />}
        >
          {(sale, isOpen) => <SaleRow sale={sale} isOpen={isOpen} />}
        </VirtualList>
      </div>
    </ListView>
  );
}

function Unread() {
  const { data = [], hasNextPage } = useInfiniteQuery(unreadQuery);
  if (data.length === 0) return null;
  return (
    <p className="sales-unread">
      <Icon name="warning" />
      <span>
        {data.length === 1
          ? '1 aviso de plataforma não foi entendido.'
          : `${data.length}${hasNextPage ? ' ou mais' : ''} avisos de plataforma não foram entendidos.`}
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

const SaleRow = memo(function SaleRow({ sale, isOpen }: { sale: SaleItem; isOpen: boolean }) {
  const { platform, key, product, method, state, value_cents } = sale;
  const from = [platformLabel(platform), methodLabel(method), product].filter(Boolean).join(' · ');
  return (
    <Link
      to="/vendas/$platform/$key"
      params={{ platform, key }}
      search={readSalesSearch}
      preload={false}
      className="pressable row-link sale-row"
      data-open={isOpen || undefined}
      aria-current={isOpen || undefined}
    >
      <span className="sale-who ellipsis">{sale.buyer_name ?? sale.buyer_email ?? 'Sem nome'}</span>
      <span className="sale-from ellipsis">{from}</span>
      <span className="sale-match ellipsis">
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
        <span className="muted">
          {origin && ' · '}
          {MATCH_LABELS[matched_by]}
        </span>
      </>
    );
  }
  const suggestions = candidates === 1 ? '1 sugestão' : `${candidates} sugestões`;
  return <span className="sale-unmatched">sem lead{candidates > 0 && ` · ${suggestions}`}</span>;
}
