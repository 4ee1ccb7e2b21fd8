import type { SaleItem } from '@funil/contract/console/sales';
import type { WaitingItems } from '@funil/contract/console/today';
import { formatCents } from '@funil/contract/money';
import { ConversationLink, useCheckoutLink } from '../contacts/ConversationLink.tsx';
import { recordSaleConversation } from '../contacts/change-contact.ts';
import { useMessages } from '../contacts/message.ts';
import { WhatsappIcon } from '../parts/Icon.tsx';
import { Time } from '../parts/Time.tsx';
import { WaitingSection } from './Queue.tsx';

/** Pix and boletos that were issued and not paid. */
export function Pending({ waiting }: { waiting: WaitingItems<SaleItem> }) {
  return (
    <WaitingSection title="Pagamentos por fazer" waiting={waiting}>
      {(item) => <Payment key={`${item.platform} ${item.key}`} sale={item} />}
    </WaitingSection>
  );
}

function Payment({ sale }: { sale: SaleItem }) {
  const { subject, wa, method, product, value_cents } = sale;
  const { templates, valuesFor } = useMessages();
  const template = templates.find((each) => each.for === 'pending');
  const text = template?.text ?? '';
  const { missingReason } = useCheckoutLink(subject, text);
  const name = sale.buyer_name ?? sale.buyer_email ?? 'Sem nome';
  const isWithoutLink = wa !== null && missingReason !== null;
  return (
    <li className="pressable queue-row">
      <div className="queue-link">
        <span className="queue-name ellipsis">{name}</span>
        <span
          className="queue-from ellipsis"
          title={isWithoutLink ? `O lembrete vai sem link: ${missingReason}` : undefined}
        >
          {[isWithoutLink && 'sem link', method, product].filter(Boolean).join(' · ')}
        </span>
        <span className="queue-time">
          {value_cents !== null && <strong>{formatCents(value_cents)}</strong>}{' '}
          <Time at={sale.pending_at ?? sale.begun_at} />
        </span>
      </div>
      {wa !== null && (
        <ConversationLink
          digits={wa}
          text={text}
          values={valuesFor(name, product)}
          subject={subject}
          className="whatsapp"
          aria-label={`Lembrar ${name} no WhatsApp`}
          title="Lembrar no WhatsApp"
          onOpen={() => recordSaleConversation(subject, template?.id ?? null)}
        >
          <WhatsappIcon />
        </ConversationLink>
      )}
    </li>
  );
}
