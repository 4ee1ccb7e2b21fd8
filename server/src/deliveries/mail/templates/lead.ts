import { formatQuantity } from '@funil/contract/counts';
import type { LeadPayload } from '@funil/contract/deliveries/webhook-payloads';
import { EMPTY_EMAIL, type Email, type EmailAction, type MailContext } from '../layout.ts';
import {
  chatAction,
  consoleAction,
  describeOrigin,
  describeSuspicion,
  emailField,
  formatDayAndTime,
  joinWithDots,
  listAnswers,
  mailAction,
  phoneField,
  plainEmail,
  visitField,
} from '../phrases.ts';
import { toOneLine } from '../visitor-text.ts';

/** Gmail cuts off a message at 102 kB. */
export const MAX_PEOPLE_LISTED = 60;

function writeLeadEmail(lead: LeadPayload, context: MailContext): Email {
  const name = toOneLine(lead.nome, 60);
  const warning = describeSuspicion(lead.suspect);
  const kicker = warning ? 'Lead suspeito' : 'Novo lead';
  return {
    ...EMPTY_EMAIL,
    subject: `${kicker}: ${name}, ${toOneLine(lead.telefone, 40)}`,
    preview: describeOrigin(lead),
    kicker,
    title: name,
    warning,
    actions: [
      ...leadChatActions(lead, context, 'Chamar no WhatsApp'),
      ...mailAction('Escrever e-mail', lead.email ?? ''),
      ...consoleAction('/pessoas/leads', context),
    ],
    fields: [
      phoneField(lead.telefone),
      emailField(lead.email ?? ''),
      { label: 'Cadastro', value: formatDayAndTime(lead.created_at) },
      { label: 'Veio de', value: describeOrigin(lead) },
      visitField(lead),
    ],
    answers: listAnswers(lead),
    replyTo: plainEmail(lead.email ?? ''),
  };
}

export function writeLeadsEmail(
  leads: readonly [LeadPayload, ...LeadPayload[]],
  context: MailContext,
): Email {
  if (leads.length === 1) return writeLeadEmail(leads[0], context);
  const suspects = leads.filter(({ suspect }) => suspect);
  const listedLeads = [...leads.filter(({ suspect }) => !suspect), ...suspects].slice(
    0,
    MAX_PEOPLE_LISTED,
  );
  const unlistedCount = leads.length - listedLeads.length;
  const title = formatQuantity(leads.length, 'novo lead', 'novos leads');
  const names = listedLeads.slice(0, 2).map(({ nome }) => toOneLine(nome, 40));
  return {
    ...EMPTY_EMAIL,
    subject: `${title}: ${names.join(', ')}${leads.length > 2 ? ` e mais ${leads.length - 2}` : ''}`,
    preview: joinWithDots(...new Set(listedLeads.slice(0, 20).map(describeOrigin))),
    kicker: 'Chegaram juntos',
    title,
    subtitle:
      suspects.length > 0 ? formatQuantity(suspects.length, 'parece robô', 'parecem robôs') : '',
    actions: consoleAction('/pessoas/leads', context),
    people: listedLeads.map((lead) => ({
      name: toOneLine(lead.nome, 60),
      subtitle: lead.telefone,
      detail: toOneLine(describeOrigin(lead), 80),
      isSuspect: Boolean(lead.suspect),
      action: leadChatActions(lead, context, 'WhatsApp')[0] ?? null,
    })),
    closing:
      unlistedCount > 0
        ? `E mais ${formatQuantity(unlistedCount, 'pessoa', 'pessoas')}: veja em Pessoas, no painel.`
        : '',
  };
}

const leadChatActions = (
  { wa_me: waMe, nome: name }: LeadPayload,
  context: MailContext,
  label: string,
): EmailAction[] => {
  const text = 'Vi que você se cadastrou na nossa página. Ficou alguma dúvida?';
  return chatAction({ label, waMe, name, text }, context);
};
