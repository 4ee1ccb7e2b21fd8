import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explain } from '../api.ts';
import { checkoutLinkQuery } from '../contacts/ConversationLink.tsx';
import { noteConversationWith } from '../contacts/change-contact.ts';
import { fillFor, fillingFor, needsLink, whatsappAddress } from '../contacts/message.ts';
import { templatesQuery } from '../contacts/queries.ts';
import { FieldError } from '../parts/Fields.tsx';
import { Icon, WhatsappIcon } from '../parts/Icon.tsx';
import { copyText } from '../parts/toast.ts';
import { contextQuery } from '../session/context.ts';

interface Props {
  person: {
    /** `lead:7` or `application:…`. */
    subject: string;
    name: string;
    /** Digits for wa.me; null: no WhatsApp. */
    wa: string | null;
  };
}

/** Used if none of the operator's texts has the link in it. */
const PLAIN = 'Oi, {primeiro_nome}! Aqui está o seu link de pagamento: {link}';

/** A person's own link to the checkout: a sale by it is matched to them. */
export function CheckoutLink({ person }: Props) {
  const [isAsked, setIsAsked] = useState(false);
  const { data, error, isFetching } = useQuery({
    ...checkoutLinkQuery(person.subject),
    enabled: isAsked,
  });
  if (!data) {
    return (
      <section className="checkout-link">
        <h2>Link de pagamento</h2>
        <p className="muted">
          Um link só desta pessoa: a venda que vier por ele é ligada a ela na hora.
        </p>
        <button
          type="button"
          className="button"
          disabled={isFetching}
          onClick={() => setIsAsked(true)}
        >
          <Icon name="link" />
          Fazer o link
        </button>
        <FieldError>{error && explain(error)}</FieldError>
      </section>
    );
  }
  return <Made person={person} url={data.url} />;
}

function Made({ person, url }: Props & { url: string }) {
  const templates = useQuery(templatesQuery).data?.items ?? [];
  const context = useQuery(contextQuery).data;
  const template = templates.find(({ text }) => needsLink(text));
  const filling = { ...fillingFor(person.name, context), link: url };
  const text = fillFor(template?.text ?? PLAIN, filling);
  return (
    <section className="checkout-link">
      <h2>Link de pagamento</h2>
      <code className="box">{url}</code>
      <div className="buttons">
        <button type="button" className="button" onClick={() => void copyText(url, 'Link')}>
          <Icon name="copy" />
          Copiar link
        </button>
        {person.wa !== null && (
          <a
            className="button"
            href={whatsappAddress(person.wa, text)}
            target="_blank"
            rel="noopener noreferrer"
            onClick={() => noteConversationWith(person.subject, template?.id ?? null)}
          >
            <WhatsappIcon />
            Mandar no WhatsApp
          </a>
        )}
      </div>
    </section>
  );
}
