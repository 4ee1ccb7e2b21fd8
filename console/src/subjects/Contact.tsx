import type { SubjectDetail } from '@funil/contract/console/subjects';
import { formatPhone } from '@funil/contract/phone';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { WhatsappIcon } from '../parts/Icon.tsx';
import { checkoutLinkQuery } from './checkout-link.ts';
import { Decision } from './Decision.tsx';
import { fillFor, fittingUse, needsLink, sortTemplates, whatsappAddress } from './greeting.ts';
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
  const words = template?.text ?? '';
  const link = useQuery({
    ...checkoutLinkQuery(detail.subject),
    enabled: needsLink(words),
  });
  const fill = (text: string) =>
    fillFor(text, {
      name: detail.name,
      product: context?.product ?? '',
      hours: context?.reply_hours ?? null,
      link: link.data?.url,
    });
  if (detail.wa === null) {
    return (
      <section className="contact">
        <p className="muted">
          {detail.phone ? `${formatPhone(detail.phone)} não recebe WhatsApp.` : 'Sem telefone.'}
        </p>
      </section>
    );
  }
  const text = fill(words);
  return (
    <section className="contact" aria-label="Conversa">
      <a
        className="button main contact-main"
        data-whatsapp-main
        href={whatsappAddress(detail.wa, text)}
        target="_blank"
        rel="noopener noreferrer"
        onClick={() => void noteConversation(detail, template?.id ?? null)}
      >
        <WhatsappIcon />
        Chamar {formatPhone(detail.phone)}
      </a>
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
          <p className="bubble">{text}</p>
        </div>
      )}
      <Decision detail={detail} templates={templates} fill={fill} save={save} />
    </section>
  );
}
