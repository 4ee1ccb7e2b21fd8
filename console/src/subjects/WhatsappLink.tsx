import type { SubjectItem } from '@funil/contract/console/subjects';
import { WhatsappIcon } from '../parts/Icon.tsx';
import { noteConversation } from './note-conversation.ts';
import type { Greet } from './use-greeter.ts';
import './whatsapp.css';

/** One press opens the conversation, with the operator's own words already in it. */
export function WhatsappLink({ item, greet }: { item: SubjectItem; greet: Greet }) {
  const { href, template } = greet(item);
  if (href === null) {
    return <span className="whatsapp-none" title="Este número não tem WhatsApp" />;
  }
  return (
    <a
      className="whatsapp"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`Chamar ${item.name} no WhatsApp`}
      title="Chamar no WhatsApp"
      onClick={() => void noteConversation(item, template)}
    >
      <WhatsappIcon />
    </a>
  );
}
