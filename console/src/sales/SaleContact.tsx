import type { SaleDetail } from '@funil/contract/console/sales';
import { formatPhone } from '@funil/contract/phone';
import { useQuery } from '@tanstack/react-query';
import { WhatsappIcon } from '../parts/Icon.tsx';
import { ConversationLink } from '../subjects/ConversationLink.tsx';
import { linkWords, useCheckoutLink } from '../subjects/checkout-link.ts';
import { fillFor, fillingFor } from '../subjects/greeting.ts';
import { LinkLack } from '../subjects/LinkLack.tsx';
import { noteConversationWith } from '../subjects/note-conversation.ts';
import { contextQuery, templatesQuery } from '../subjects/templates-query.ts';

/** One press to the buyer; where a Pix or boleto is open, with the reminder already written. */
export function SaleContact({ sale }: { sale: SaleDetail }) {
  const templates = useQuery(templatesQuery).data?.items;
  const context = useQuery(contextQuery).data;
  const isOpen = sale.state === 'pending' || sale.state === 'abandoned';
  const template = isOpen ? templates?.find((each) => each.for === 'pending') : undefined;
  const text = template?.text ?? '';
  const link = useCheckoutLink(sale.subject, text);
  if (sale.wa === null) return null;
  const filling = fillingFor(sale.buyer_name ?? '', context, sale.product);
  return (
    <section className="contact" aria-label="Conversa">
      <ConversationLink
        digits={sale.wa}
        text={text}
        filling={filling}
        subject={sale.subject}
        className="button main contact-main"
        data-whatsapp-main
        onOpen={() => noteConversationWith(sale.subject, template?.id ?? null)}
      >
        <WhatsappIcon />
        {isOpen ? 'Lembrar' : 'Chamar'} {formatPhone(sale.buyer_phone ?? sale.wa)}
      </ConversationLink>
      {text && <p className="bubble">{fillFor(text, { ...filling, link: linkWords(link) })}</p>}
      <LinkLack lack={link.lack} />
    </section>
  );
}
