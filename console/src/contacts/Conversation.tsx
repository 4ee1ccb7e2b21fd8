import type { FullContact } from '@funil/contract/contacts/contacts';
import { groupPhone } from '@funil/contract/contacts/international-phone';
import { MainConversationLink, MessagePreview } from './ConversationLink.tsx';
import { recordConversation } from './change-contact.ts';
import {
  findRefusalReason,
  rememberTemplate,
  sortTemplates,
  templateUseOf,
  useMessages,
} from './message.ts';

export function Conversation({ contact }: { contact: FullContact }) {
  const { templates, remembered, valuesForContact } = useMessages();
  const templateUse = templateUseOf(contact);
  const sortedTemplates = sortTemplates(templates, templateUse, remembered);
  const [template] = sortedTemplates;
  const { phone, whatsapp, notes } = contact;
  const values = { ...valuesForContact(contact), reason: findRefusalReason(notes) };
  const message = { text: template?.text ?? '', values };
  if (whatsapp === null) {
    return (
      <p className="text-muted">
        {phone ? `${groupPhone(phone)} não recebe WhatsApp.` : 'Sem telefone.'}
      </p>
    );
  }
  return (
    <section className="stack" aria-label="Conversa">
      <MainConversationLink
        {...message}
        whatsapp={whatsapp}
        verb="Chamar"
        whom={groupPhone(phone)}
        onOpen={() => recordConversation(contact, template?.id ?? null)}
      />
      {template && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 [&>.bubble]:basis-full">
          <label htmlFor="template" className="text-muted text-small">
            Com o texto
          </label>
          <select
            id="template"
            className="input flex-[1_1_10rem]"
            value={template.id}
            onChange={({ target }) => rememberTemplate(templateUse, Number(target.value))}
          >
            {sortedTemplates.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <MessagePreview {...message} />
        </div>
      )}
    </section>
  );
}
