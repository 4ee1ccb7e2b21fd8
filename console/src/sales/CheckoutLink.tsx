import type { ContactItem } from '@funil/contract/console/contacts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explain } from '../api.ts';
import { checkoutLinkQuery } from '../contacts/ConversationLink.tsx';
import { recordSaleConversation } from '../contacts/change-contact.ts';
import { fillMessage, useMessages, whatsappUrl } from '../contacts/message.ts';
import { Button } from '../parts/Button.tsx';
import { FieldError } from '../parts/Fields.tsx';
import { Icon, WhatsappIcon } from '../parts/Icon.tsx';
import { copyText } from '../parts/toast.ts';

const LINK_TEXT = 'Oi, {primeiro_nome}! Aqui está o seu link de pagamento: {link}';

interface Props {
  contact: Pick<ContactItem, 'subject' | 'name' | 'wa'>;
}

/** Creates a contact's own checkout link, to copy or to send by WhatsApp. */
export function CheckoutLink({ contact: { subject, name, wa } }: Props) {
  const { valuesFor } = useMessages();
  const [isRequested, setIsRequested] = useState(false);
  const { data, error, isFetching } = useQuery({
    ...checkoutLinkQuery(subject),
    enabled: isRequested,
  });
  if (!data) {
    return (
      <section className="stack">
        <h2>Link de pagamento</h2>
        <p className="text-muted">
          Um link só desta pessoa: a venda que vier por ele é ligada a ela na hora.
        </p>
        <Button disabled={isFetching} onClick={() => setIsRequested(true)}>
          <Icon name="link" />
          Fazer o link
        </Button>
        <FieldError>{error && explain(error)}</FieldError>
      </section>
    );
  }
  const { url } = data;
  const text = fillMessage(LINK_TEXT, { ...valuesFor(name), link: url });
  return (
    <section className="stack">
      <h2>Link de pagamento</h2>
      <code className="box">{url}</code>
      <div className="buttons">
        <Button onClick={() => void copyText(url, 'Link')}>
          <Icon name="copy" />
          Copiar link
        </Button>
        {wa !== null && (
          <a
            className="button"
            href={whatsappUrl(wa, text)}
            target="_blank"
            rel="noopener noreferrer"
            onClick={() => recordSaleConversation(subject, null)}
          >
            <WhatsappIcon />
            Mandar no WhatsApp
          </a>
        )}
      </div>
    </section>
  );
}
