import type { SaleDetail } from '@funil/contract/console/sales';
import { formatPhone } from '@funil/contract/phone';
import { useQuery } from '@tanstack/react-query';
import { WhatsappIcon } from '../parts/Icon.tsx';
import { checkoutLinkQuery } from '../subjects/checkout-link.ts';
import { fillFor, needsLink, whatsappAddress } from '../subjects/greeting.ts';
import { contextQuery, templatesQuery } from '../subjects/templates-query.ts';

/** One press to the buyer; where a Pix or boleto is open, with the reminder already written. */
export function SaleContact({ sale }: { sale: SaleDetail }) {
  const templates = useQuery(templatesQuery).data?.items;
  const context = useQuery(contextQuery).data;
  const isOpen = sale.state === 'pending' || sale.state === 'abandoned';
  const template = isOpen ? templates?.find((each) => each.for === 'pending') : undefined;
  const words = template?.text ?? '';
  const link = useQuery({
    ...checkoutLinkQuery(sale.subject ?? ''),
    enabled: sale.subject !== null && needsLink(words),
  });
  if (sale.wa === null) return null;
  const text = fillFor(words, {
    name: sale.buyer_name ?? '',
    product: sale.product ?? context?.product ?? '',
    hours: context?.reply_hours ?? null,
    link: link.data?.url,
  });
  return (
    <section className="contact" aria-label="Conversa">
      <a
        className="button main contact-main"
        data-whatsapp-main
        href={whatsappAddress(sale.wa, text)}
        target="_blank"
        rel="noopener noreferrer"
      >
        <WhatsappIcon />
        {isOpen ? 'Lembrar' : 'Chamar'} {formatPhone(sale.buyer_phone ?? sale.wa)}
      </a>
      {text && <p className="bubble">{text}</p>}
    </section>
  );
}
