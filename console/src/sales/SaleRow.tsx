import type { SaleItem } from '@funil/contract/console/sales';
import { namePlatform } from '@funil/contract/platforms';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { Moment } from '../parts/Moment.tsx';
import { formatCents } from '../parts/money.ts';
import { Origin } from '../subjects/Origin.tsx';
import { SaleState } from './SaleState.tsx';
import { MATCH_WORDS, nameMethod } from './sale-words.ts';
import { readSalesSearch } from './sales-search.ts';

/** One sale in the list: who, what, how much, how it stands, and whether its lead is known. */
export const SaleRow = memo(function SaleRow({
  sale,
  isOpen,
}: {
  sale: SaleItem;
  isOpen: boolean;
}) {
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
