import type { ContactItem } from '@funil/contract/contacts/contacts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { explain } from '../api.ts';
import { useRole } from '../console-context.ts';
import { Button } from '../parts/Button.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { FieldError } from '../parts/Fields.tsx';
import { Icon, WhatsappIcon } from '../parts/Icon.tsx';
import { mayOpen } from '../views.ts';
import { ConversationLink, checkoutLinkQuery, type LinkTarget } from './ConversationLink.tsx';
import { recordSaleConversation } from './change-contact.ts';
import { useMessages } from './message.ts';

const CHECKOUT_MESSAGE = 'Oi, {primeiro_nome}! Aqui está o seu link de pagamento: {link}';

interface Props extends Pick<LinkTarget, 'sale'> {
  contact: Pick<ContactItem, 'subject' | 'name' | 'whatsapp'>;
}

/** A checkout link with the contact's key, to copy or to send by WhatsApp. */
export function CheckoutLink({ contact: { subject, name, whatsapp }, sale }: Props) {
  const { valuesFor } = useMessages();
  const isEditor = mayOpen(useRole(), '/pagina');
  const linkTarget = { contactKey: subject, ...(sale && { sale }) };
  const [isRequested, setIsRequested] = useState(false);
  const {
    data: checkoutLink,
    error,
    isFetching,
    refetch,
  } = useQuery({ ...checkoutLinkQuery(linkTarget), enabled: isRequested });
  return (
    <section className="stack">
      <h2>Link de pagamento</h2>
      {!checkoutLink && (
        <>
          <p className="text-muted">
            Um link só desta pessoa: a venda que vier por ele é ligada a ela na hora.
          </p>
          <Button
            disabled={isFetching}
            onClick={() => (isRequested ? void refetch() : setIsRequested(true))}
          >
            <Icon name="link" />
            Fazer o link
          </Button>
          <FieldError>{error && explain(error)}</FieldError>
        </>
      )}
      {checkoutLink?.url === null && (
        <>
          <p className="text-muted">A página ainda não diz onde se paga este produto.</p>
          {isEditor && sale?.product && (
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
      )}
      {checkoutLink?.url && (
        <>
          <code className="box">{checkoutLink.url}</code>
          <div className="buttons">
            <CopyButton text={checkoutLink.url} name="link" />
            {whatsapp !== null && (
              <ConversationLink
                {...linkTarget}
                whatsapp={whatsapp}
                text={CHECKOUT_MESSAGE}
                values={valuesFor(name)}
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
