import type { SaleDetail as Detail } from '@funil/contract/console/sales';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Icon } from '../parts/Icon.tsx';
import { Missing } from '../parts/Missing.tsx';
import { formatCents } from '../parts/money.ts';
import '../subjects/subject-detail.css';
import { CheckoutLink } from './CheckoutLink.tsx';
import { SaleContact } from './SaleContact.tsx';
import { SaleFacts } from './SaleFacts.tsx';
import { SaleMatch } from './SaleMatch.tsx';
import { SaleNotices } from './SaleNotices.tsx';
import { SaleState } from './SaleState.tsx';
import { saleQuery } from './sales-query.ts';
import { readSalesSearch } from './sales-search.ts';

/** One sale, whole: who paid what, where it came from, and what the platform told of it. */
export function SaleDetail() {
  const { platform = '', key = '' } = useParams({ strict: false });
  const query = useQuery(saleQuery({ platform, key }));
  const { data } = query;
  const heading = useRef<HTMLHeadingElement>(null);
  const name = data && (data.buyer_name ?? data.buyer_email ?? 'Sem nome');
  useEffect(() => {
    if (name === undefined) return;
    document.title = `${name} · Vendas · Funil`;
    // On a phone the detail takes the list's place; beside it, the list keeps the keyboard.
    if (!window.matchMedia('(width >= 64rem)').matches) heading.current?.focus();
  }, [name]);
  return (
    <article className="detail" aria-labelledby="detail-name" key={`${platform} ${key}`}>
      <header className="detail-head">
        <Link
          to="/vendas"
          search={readSalesSearch}
          className="button quiet square"
          aria-label="Fechar"
        >
          <Icon name="close" className="detail-close" />
          <Icon name="back" className="detail-back" />
        </Link>
        <h1 id="detail-name" ref={heading} tabIndex={-1}>
          {name ?? 'Carregando…'}
        </h1>
      </header>
      <Missing query={query} />
      {data && <Body sale={data} />}
    </article>
  );
}

function Body({ sale }: { sale: Detail }) {
  return (
    <div className="detail-body">
      <section className="sale-sum">
        {sale.value_cents === null ? (
          <p className="muted">Valor ainda não informado</p>
        ) : (
          <p className="sale-amount">{formatCents(sale.value_cents)}</p>
        )}
        <SaleState state={sale.state} />
      </section>
      <SaleContact sale={sale} />
      <SaleMatch sale={sale} />
      {sale.subject !== null && sale.state !== 'paid' && (
        <CheckoutLink
          person={{ subject: sale.subject, name: sale.buyer_name ?? '', wa: sale.wa }}
        />
      )}
      <SaleFacts sale={sale} />
      <SaleNotices notices={sale.notices} />
    </div>
  );
}
