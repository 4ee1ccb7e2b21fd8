import type { ContactState, FullContact } from '@funil/contract/console/contacts';
import type { Template, TemplateUse } from '@funil/contract/console/templates';
import { formatPhone } from '@funil/contract/phone';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { WhatsappIcon } from '../parts/Icon.tsx';
import { contextQuery } from '../session/context.ts';
import { ConversationLink, Message } from './ConversationLink.tsx';
import { noteConversation, noteMessage } from './change-contact.ts';
import { type Filling, fillingFor, fittingUse, sortTemplates } from './message.ts';
import { templatesQuery } from './queries.ts';
import type { Save } from './use-save.ts';

interface Props {
  detail: FullContact;
  save: Save;
}

/** How to talk: the operator's text, filled in, and the press that opens the conversation. */
export function Conversation({ detail, save }: Props) {
  const templates = useQuery(templatesQuery).data?.items ?? [];
  const context = useQuery(contextQuery).data;
  const [chosen, setChosen] = useState<number | null>(null);
  const sorted = sortTemplates(templates, fittingUse(detail));
  const template = sorted.find(({ id }) => id === chosen) ?? sorted[0];
  const text = template?.text ?? '';
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
          <Message text={text} filling={filling} subject={detail.subject} />
        </div>
      )}
      <Decision detail={detail} templates={templates} filling={filling} save={save} />
    </section>
  );
}

interface DecisionProps {
  detail: FullContact;
  templates: readonly Template[];
  filling: Filling;
  save: Save;
}

const ANSWERS: readonly { state: ContactState; use: TemplateUse; label: string }[] = [
  { state: 'aprovado', use: 'approved', label: 'Aprovar e avisar' },
  { state: 'recusado', use: 'refused', label: 'Recusar e avisar' },
];

/** Yes or no to an application, with its message: one press does both. */
function Decision({ detail, templates, filling, save }: DecisionProps) {
  const { wa, stage, state } = detail;
  const isOpen = state === 'novo' || state === 'em_conversa';
  if (stage !== 'sent' || !isOpen || wa === null) return null;
  return (
    <div className="decision">
      {ANSWERS.map(({ state: next, use, label }) => {
        const template = templates.find((each) => each.for === use);
        const decide = async () => {
          if (await save({ state: next })) await noteMessage(detail.subject, template?.id ?? null);
        };
        return (
          <ConversationLink
            key={next}
            digits={wa}
            text={template?.text ?? ''}
            filling={filling}
            subject={detail.subject}
            className="button"
            onOpen={() => void decide()}
          >
            {label}
          </ConversationLink>
        );
      })}
    </div>
  );
}
