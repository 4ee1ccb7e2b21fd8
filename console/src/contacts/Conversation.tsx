import type { ContactState, FullContact } from '@funil/contract/console/contacts';
import type { TemplateUse } from '@funil/contract/console/templates';
import { formatPhone } from '@funil/contract/phone';
import { useState } from 'react';
import { WhatsappIcon } from '../parts/Icon.tsx';
import { ConversationLink, Message } from './ConversationLink.tsx';
import { recordConversation, recordMessage } from './change-contact.ts';
import { sortTemplates, templateUseOf, useMessages } from './message.ts';
import type { Save } from './use-save.ts';

interface Props {
  contact: FullContact;
  save: Save;
}

/** The link that opens the conversation, and the choice of its text. */
export function Conversation({ contact, save }: Props) {
  const { templates, valuesFor } = useMessages();
  const [chosen, setChosen] = useState<number | null>(null);
  const sorted = sortTemplates(templates, templateUseOf(contact));
  const template = sorted.find(({ id }) => id === chosen) ?? sorted[0];
  const { subject, phone, wa, name } = contact;
  const message = { text: template?.text ?? '', values: valuesFor(name), subject };
  if (wa === null) {
    return (
      <p className="muted">
        {phone ? `${formatPhone(phone)} não recebe WhatsApp.` : 'Sem telefone.'}
      </p>
    );
  }
  return (
    <section className="stack" aria-label="Conversa">
      <ConversationLink
        {...message}
        digits={wa}
        className="button main contact-main"
        data-whatsapp-main
        onOpen={() => recordConversation(contact, template?.id ?? null)}
      >
        <WhatsappIcon />
        Chamar {formatPhone(phone)}
      </ConversationLink>
      {template && (
        <div className="contact-text">
          <label htmlFor="template">Com o texto</label>
          <select
            id="template"
            className="input"
            value={template.id}
            onChange={({ target }) => setChosen(Number(target.value))}
          >
            {sorted.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <Message {...message} />
        </div>
      )}
      <Decision contact={contact} save={save} />
    </section>
  );
}

const DECISIONS: readonly { state: ContactState; use: TemplateUse; label: string }[] = [
  { state: 'aprovado', use: 'approved', label: 'Aprovar e avisar' },
  { state: 'recusado', use: 'refused', label: 'Recusar e avisar' },
];

/** Approves or refuses an application and opens the conversation with the matching message. */
function Decision({ contact: { wa, stage, state, subject, name }, save }: Props) {
  const { templates, valuesFor } = useMessages();
  const isOpen = state === 'novo' || state === 'em_conversa';
  if (stage !== 'sent' || !isOpen || wa === null) return null;
  return (
    <div className="buttons even">
      {DECISIONS.map(({ state: next, use, label }) => {
        const template = templates.find((each) => each.for === use);
        const decide = async () => {
          if (await save({ state: next })) await recordMessage(subject, template?.id ?? null);
        };
        return (
          <ConversationLink
            key={next}
            digits={wa}
            text={template?.text ?? ''}
            values={valuesFor(name)}
            subject={subject}
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
