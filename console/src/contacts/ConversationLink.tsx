import type { ContactItem } from '@funil/contract/contacts/contacts';
import type { ComponentProps } from 'react';
import { WhatsappIcon } from '../parts/Icon.tsx';
import { contactName } from '../parts/person-names.ts';
import { recordConversation } from './change-contact.ts';
import {
  fillMessage,
  findNoPaymentLinkReason,
  type MessageValues,
  templateUseOf,
  useMessages,
  whatsappUrl,
} from './message.ts';

interface MessageProps {
  /** The message before its placeholders are filled in. */
  text: string;
  values: MessageValues;
}

interface Props extends MessageProps, Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  /** Digits for wa.me. */
  whatsapp: string;
  onOpen: () => void;
}

export const ConversationLink = ({ text, whatsapp, values, onOpen, ...rest }: Props) => (
  <a
    {...rest}
    href={whatsappUrl(whatsapp, fillMessage(text, values))}
    target="_blank"
    rel="noopener noreferrer"
    onClick={onOpen}
  />
);

interface NamedProps extends Omit<Props, 'children'> {
  verb: 'Chamar' | 'Lembrar';
  /** Name, or phone. */
  whom: string;
}

/** The main button of a contact's or sale's view, which the key `w` clicks. */
export const MainConversationLink = ({ verb, whom, ...link }: NamedProps) => (
  <ConversationLink
    {...link}
    className="button main min-h-12 justify-self-stretch text-field"
    data-whatsapp-main
  >
    <WhatsappIcon />
    {verb} {whom}
  </ConversationLink>
);

export const RoundConversationLink = ({ verb, whom, ...link }: NamedProps) => (
  <ConversationLink
    {...link}
    className="whatsapp"
    aria-label={`${verb} ${whom} no WhatsApp`}
    title={`${verb} no WhatsApp`}
  >
    <WhatsappIcon />
  </ConversationLink>
);

/** The WhatsApp button of a list's row, with the first template that fits the contact's state. */
export function ContactWhatsappLink({ item }: { item: ContactItem }) {
  const { templateFor, valuesForContact } = useMessages();
  if (item.whatsapp === null) {
    return <span className="w-11" title="Este número não tem WhatsApp" />;
  }
  const template = templateFor(templateUseOf(item));
  return (
    <RoundConversationLink
      whatsapp={item.whatsapp}
      text={template?.text ?? ''}
      values={valuesForContact(item)}
      verb="Chamar"
      whom={contactName(item)}
      onOpen={() => recordConversation(item, template?.id ?? null)}
    />
  );
}

export function MessagePreview({ text, values }: MessageProps) {
  const noPaymentLinkReason = findNoPaymentLinkReason(text, values);
  return (
    <>
      {text && <p className="bubble">{fillMessage(text, values)}</p>}
      {noPaymentLinkReason && (
        <p className="text-small text-muted">Vai sem o link de pagamento: {noPaymentLinkReason}</p>
      )}
    </>
  );
}
