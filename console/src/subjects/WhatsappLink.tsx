import type { SubjectItem } from '@funil/contract/console/subjects';
import { useQuery } from '@tanstack/react-query';
import { WhatsappIcon } from '../parts/Icon.tsx';
import { fillFor, fittingUse, sortTemplates, whatsappAddress } from './greeting.ts';
import { noteConversation } from './note-conversation.ts';
import { contextQuery, templatesQuery } from './templates-query.ts';
import './whatsapp.css';

/** One press opens the conversation, with the operator's own words already in it. */
export function WhatsappLink({ item }: { item: SubjectItem }) {
  const templates = useQuery(templatesQuery).data?.items;
  const context = useQuery(contextQuery).data;
  if (item.wa === null)
    return <span className="whatsapp-none" title="Este número não tem WhatsApp" />;
  const use = fittingUse(item);
  const template = sortTemplates(templates ?? [], use).find((each) => each.for === use);
  const text = fillFor(template?.text ?? '', {
    name: item.name,
    product: context?.product ?? '',
    hours: context?.reply_hours ?? null,
  });
  return (
    <a
      className="whatsapp"
      href={whatsappAddress(item.wa, text)}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`Chamar ${item.name} no WhatsApp`}
      title="Chamar no WhatsApp"
      onClick={() => void noteConversation(item, template?.id ?? null)}
    >
      <WhatsappIcon />
    </a>
  );
}
