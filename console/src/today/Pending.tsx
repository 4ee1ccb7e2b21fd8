import type { SaleItem } from '@funil/contract/console/sales';
import type { Waiting } from '@funil/contract/console/today';
import { useQuery } from '@tanstack/react-query';
import { WhatsappIcon } from '../parts/Icon.tsx';
import { Moment } from '../parts/Moment.tsx';
import { formatCents } from '../parts/money.ts';
import { fillFor, whatsappAddress } from '../subjects/greeting.ts';
import { contextQuery, templatesQuery } from '../subjects/templates-query.ts';
import '../subjects/whatsapp.css';

/** Pix and boletos that were issued and not paid: a message away from a sale. */
export function Pending({ waiting }: { waiting: Waiting<SaleItem> }) {
  const { items, count, more } = waiting;
  if (count === 0) return null;
  return (
    <section className="panel queue" aria-label="Pagamentos por fazer">
      <header className="queue-head">
        <h2>Pagamentos por fazer</h2>
        <span className="queue-count">
          {count}
          {more && '+'}
        </span>
      </header>
      <ul>
        {items.slice(0, 6).map((item) => (
          <Payment key={`${item.platform} ${item.key}`} sale={item} />
        ))}
      </ul>
    </section>
  );
}

function Payment({ sale }: { sale: SaleItem }) {
  const name = sale.buyer_name ?? sale.buyer_email ?? 'Sem nome';
  return (
    <li className="queue-row">
      <div className="queue-link">
        <span className="queue-name">{name}</span>
        <span className="queue-from">
          {[sale.method, sale.product].filter(Boolean).join(' · ')}
        </span>
        <span className="queue-time">
          {sale.value_cents !== null && <strong>{formatCents(sale.value_cents)}</strong>}{' '}
          <Moment at={sale.pending_at ?? sale.begun_at} />
        </span>
      </div>
      {sale.wa !== null && <Reminder digits={sale.wa} name={name} product={sale.product} />}
    </li>
  );
}

interface ReminderProps {
  digits: string;
  name: string;
  product: string | null;
}

function Reminder({ digits, name, product }: ReminderProps) {
  const templates = useQuery(templatesQuery).data?.items;
  const context = useQuery(contextQuery).data;
  const template = templates?.find((each) => each.for === 'pending');
  const text = fillFor(template?.text ?? '', {
    name,
    product: product ?? context?.product ?? '',
    hours: context?.reply_hours ?? null,
  });
  return (
    <a
      className="whatsapp"
      href={whatsappAddress(digits, text)}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`Lembrar ${name} no WhatsApp`}
      title="Lembrar no WhatsApp"
    >
      <WhatsappIcon />
    </a>
  );
}
