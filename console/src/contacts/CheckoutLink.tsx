import { capitalize } from '@funil/contract/characters';
import type { ContactItem } from '@funil/contract/contacts/contacts';
import type { SaleItem } from '@funil/contract/sales/sales';
import { Link } from '@tanstack/react-router';
import { useRole } from '../console-context.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { Icon, WhatsappIcon } from '../parts/Icon.tsx';
import { mayOpen } from '../views.ts';
import { ConversationLink } from './ConversationLink.tsx';
import { recordSaleConversation } from './change-contact.ts';
import { NO_PAYMENT_LINK_REASONS, useMessages } from './message.ts';

const CHECKOUT_MESSAGE = 'Oi, {primeiro_nome}! Aqui está o seu link de pagamento: {link}';

interface Props {
  contact: Pick<ContactItem, 'subject' | 'name' | 'whatsapp' | 'checkout_link'>;
  /** The sale that the contact's `checkout_link` is for, if any. */
  sale?: Pick<SaleItem, 'platform' | 'product'>;
}

export function CheckoutLink({ contact, sale }: Props) {
  const { subject, name, whatsapp, checkout_link: link } = contact;
  const { valuesFor } = useMessages();
  const isEditor = mayOpen(useRole(), '/pagina');
  return (
    <section className="stack">
      <h2>Link de pagamento</h2>
      {link.url === null ? (
        <>
          <p className="text-muted">{capitalize(NO_PAYMENT_LINK_REASONS[link.missing])}</p>
          {isEditor && link.missing === 'product' && sale?.product && (
            <Link
              className="button"
              to="/pagina"
              search={{ parte: 'site', produto: sale.product, plataforma: sale.platform }}
            >
              <Icon name="plus" />
              Pôr o link deste produto
            </Link>
          )}
        </>
      ) : (
        <>
          <p className="text-muted">
            Um link só desta pessoa: a venda que vier por ele é ligada a ela na hora.
          </p>
          <code className="box">{link.url}</code>
          <div className="buttons">
            <CopyButton text={link.url} textName="link" />
            {whatsapp !== null && (
              <ConversationLink
                whatsapp={whatsapp}
                text={CHECKOUT_MESSAGE}
                values={{ ...valuesFor(name), link: link.url }}
                className="button"
                onOpen={() => recordSaleConversation(subject, null)}
              >
                <WhatsappIcon />
                Mandar no WhatsApp
              </ConversationLink>
            )}
          </div>
        </>
      )}
    </section>
  );
}
