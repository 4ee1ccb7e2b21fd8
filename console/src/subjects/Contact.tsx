import type { SubjectDetail } from '@funil/contract/console/subjects';
import { formatPhone } from '@funil/contract/phone';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { WhatsappIcon } from '../parts/Icon.tsx';
import { ConversationLink } from './ConversationLink.tsx';
import { linkWords, useCheckoutLink } from './checkout-link.ts';
import { Decision } from './Decision.tsx';
import { fillFor, fillingFor, fittingUse, sortTemplates } from './greeting.ts';
import { LinkLack } from './LinkLack.tsx';
import { noteConversation } from './note-conversation.ts';
import { contextQuery, templatesQuery } from './templates-query.ts';
import type { Save } from './use-save.ts';

interface Props {
  detail: SubjectDetail;
  save: Save;
}

/** How to talk: the operator's text, filled in, and the press that opens the conversation. */
export function Contact({ detail, save }: Props) {
  const templates = useQuery(templatesQuery).data?.items ?? [];
  const context = useQuery(contextQuery).data;
  const [chosen, setChosen] = useState<number | null>(null);
  const sorted = sortTemplates(templates, fittingUse(detail));
  const template = sorted.find(({ id }) => id === chosen) ?? sorted[0];
  const text = template?.text ?? '';
  const link = useCheckoutLink(detail.subject, text);
  const filling = fillingFor(detail.name, context);
  if (detail.wa === null) {
    return (
      <section className="contact">
        <p className="muted">
          {detail.phone ? `${formatPhone(detail.phone)} não recebe WhatsApp.` : 'Sem telefone.'}
        </p>
      </section>
    );
  }
  return (
    <section className="contact" aria-label="Conversa">
      <ConversationLink
        digits={detail.wa}
        text={text}
        filling={filling}
        subject={detail.subject}
        className="button main contact-main"
        data-whatsapp-main
        onOpen={() => noteConversation(detail, template?.id ?? null)}
      >
        <WhatsappIcon />
        Chamar {formatPhone(detail.phone)}
      </ConversationLink>
      {sorted.length > 0 && (
        <div className="contact-text">
          <label htmlFor="template">Com o texto</label>
          <select
            id="template"
            className="input"
            value={template?.id}
            onChange={({ target }) => setChosen(Number(target.value))}
          >
            {sorted.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <p className="bubble">{fillFor(text, { ...filling, link: linkWords(link) })}</p>
          <LinkLack lack={link.lack} />
        </div>
      )}
      <Decision detail={detail} templates={templates} filling={filling} save={save} />
    </section>
  );
}
