import type { SubjectItem } from '@funil/contract/console/subjects';
import { WhatsappIcon } from '../parts/Icon.tsx';
import { ConversationLink } from './ConversationLink.tsx';
import { noteConversation } from './change-contact.ts';
import type { Greet } from './greeting.ts';
import './whatsapp.css';

/** One press opens the conversation, with the operator's own words already in it. */
export function WhatsappLink({ item, greet }: { item: SubjectItem; greet: Greet }) {
  if (item.wa === null) {
    return <span className="whatsapp-none" title="Este número não tem WhatsApp" />;
  }
  const { template, ...greeting } = greet(item);
  return (
    <ConversationLink
      {...greeting}
      digits={item.wa}
      subject={item.subject}
      asks="reached"
      className="whatsapp"
      aria-label={`Chamar ${item.name} no WhatsApp`}
      title="Chamar no WhatsApp"
      onOpen={() => noteConversation(item, template)}
    >
      <WhatsappIcon />
    </ConversationLink>
  );
}
