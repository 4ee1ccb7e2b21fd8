import type { SaleDetail } from '@funil/contract/console/sales';
import { formatPhone } from '@funil/contract/phone';
import { namePlatform } from '@funil/contract/platforms';
import type { ReactNode } from 'react';
import { formatWhole } from '../parts/moments.ts';
import { formatCents } from '../parts/money.ts';
import { Origin } from '../subjects/Origin.tsx';
import { nameMethod } from './sale-words.ts';

/** What the platform told of a sale, and when each of it happened. */
export function SaleFacts({ sale }: { sale: SaleDetail }) {
  const moments: [name: string, at: string | null][] = [
    ['Começou', sale.begun_at],
    ['Emitida', sale.pending_at],
    ['Paga', sale.paid_at],
    [sale.state === 'paid' ? 'Reembolso parcial' : 'Reembolso', sale.refunded_at],
    ['Contestação', sale.chargeback_at],
  ];
  const facts: [name: string, value: ReactNode][] = [
    ['Origem', sale.origin && <Origin key="origin" of={sale.origin} />],
    ['Meio', sale.origin?.medium],
    ['Produto', sale.product],
    ['Plataforma', namePlatform(sale.platform)],
    ['Pagamento', nameMethod(sale.method)],
    ['Transação', sale.transaction],
    ['Devolvido', sale.refunded_cents ? formatCents(sale.refunded_cents) : null],
    ...moments.map(([name, at]): [string, string | null] => [name, at && formatWhole(at)]),
    ['Telefone', sale.buyer_phone && formatPhone(sale.buyer_phone)],
    ['E-mail', sale.buyer_email],
  ];
  return (
    <dl className="facts">
      {facts.map(([name, value]) =>
        !value ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
