import type { SaleItem } from '@funil/contract/console/sales';
import type { Waiting } from '@funil/contract/console/today';
import { formatCents } from '@funil/contract/money';
import { useQuery } from '@tanstack/react-query';
import { ConversationLink, useCheckoutLink } from '../contacts/ConversationLink.tsx';
import { noteConversationWith } from '../contacts/change-contact.ts';
import { fillingFor } from '../contacts/message.ts';
import { templatesQuery } from '../contacts/queries.ts';
import { WhatsappIcon } from '../parts/Icon.tsx';
import { Time } from '../parts/Time.tsx';
import { contextQuery } from '../session/context.ts';
import { Section } from './Queue.tsx';

/** Pix and boletos that were issued and not paid. */
export function Pending({ waiting }: { waiting: Waiting<SaleItem> }) {
  return (
    <Section title="Pagamentos por fazer" waiting={waiting}>
      {(item) => <Payment key={`${item.platform} ${item.key}`} sale={item} />}
    </Section>
  );
}

function Payment({ sale }: { sale: SaleItem }) {
  const context = useQuery(contextQuery).data;
  const templates = useQuery(templatesQuery).data?.items;
  const template = templates?.find((each) => each.for === 'pending');
  const text = template?.text ?? '';
  const { lack } = useCheckoutLink(sale.subject, text);
  const name = sale.buyer_name ?? sale.buyer_email ?? 'Sem nome';
  const isBare = sale.wa !== null && lack !== null;
  return (
    <li className="press queue-row">
      <div className="queue-link">
        <span className="queue-name">{name}</span>
        <span
          className="queue-from"
          title={isBare ? `O lembrete vai sem link: ${lack}` : undefined}
        >
          {[isBare && 'sem link', sale.method, sale.product].filter(Boolean).join(' · ')}
        </span>
        <span className="queue-time">
          {sale.value_cents !== null && <strong>{formatCents(sale.value_cents)}</strong>}{' '}
          <Time at={sale.pending_at ?? sale.begun_at} />
        </span>
      </div>
      {sale.wa !== null && (
        <ConversationLink
          digits={sale.wa}
          text={text}
          filling={fillingFor(name, context, sale.product)}
          subject={sale.subject}
          className="whatsapp"
          aria-label={`Lembrar ${name} no WhatsApp`}
          title="Lembrar no WhatsApp"
          onOpen={() => noteConversationWith(sale.subject, template?.id ?? null)}
        >
          <WhatsappIcon />
        </ConversationLink>
      )}
    </li>
  );
}
