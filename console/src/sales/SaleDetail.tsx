import type { SaleDetail as Sale } from '@funil/contract/console/sales';
import { formatCents } from '@funil/contract/money';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Detail } from '../parts/Detail.tsx';
import { Missing } from '../parts/Missing.tsx';
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
  const name = data && (data.buyer_name ?? data.buyer_email ?? 'Sem nome');
  return (
    <Detail
      key={`${platform} ${key}`}
      name={name}
      list={{ to: '/vendas', search: readSalesSearch }}
    >
      <Missing query={query} />
      {data && <Body sale={data} />}
    </Detail>
  );
}

function Body({ sale }: { sale: Sale }) {
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
