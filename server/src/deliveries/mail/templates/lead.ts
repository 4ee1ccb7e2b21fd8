import type { LeadPayload } from '@funil/contract/webhook-payloads';
import { type Action, EMPTY_EMAIL, type Email, type MailContext, type Person } from '../layout.ts';
import {
  chatLink,
  describeOrigin,
  describeSuspicion,
  describeVisit,
  formatDay,
  joinParts,
  MAX_PEOPLE,
  numberFact,
  plural,
  writeGreeting,
} from '../phrases.ts';
import { oneLine } from '../visitor-text.ts';

const ABOUT = 'Vi que você se cadastrou na nossa página. Ficou alguma dúvida?';

/** Somebody left a number. */
function writeLeadEmail(lead: LeadPayload, context: MailContext): Email {
  const name = oneLine(lead.nome, 60);
  const warning = describeSuspicion(lead.suspect);
  const kicker = warning ? 'Lead suspeito' : 'Novo lead';
  return {
    ...EMPTY_EMAIL,
    subject: `${kicker}: ${name}, ${oneLine(lead.telefone, 40)}`,
    preview: describeOrigin(lead),
    kicker,
    title: name,
    warning,
    actions: [...chatWith(lead, context, 'Chamar no WhatsApp'), ...openConsole(context)],
    facts: [
      numberFact(lead.telefone),
      { label: 'Cadastro', value: formatDay(Date.parse(lead.created_at)) },
      { label: 'Veio de', value: describeOrigin(lead) },
      {
        label: 'Visita',
        value: describeVisit(lead.tempo_jornada_segundos, lead.paginas_visitadas),
      },
    ],
  };
}

/** One lead by itself, or all that came within a minute; those that look like robots stand last. */
export function writeLeadsEmail(
  leads: readonly [LeadPayload, ...LeadPayload[]],
  context: MailContext,
): Email {
  const [first, ...others] = leads;
  if (others.length === 0) return writeLeadEmail(first, context);
  const trusted = leads.filter(({ suspect }) => !suspect);
  const suspects = leads.filter(({ suspect }) => suspect);
  const shown = [...trusted, ...suspects].slice(0, MAX_PEOPLE);
  const rest = leads.length - shown.length;
  const title = plural(leads.length, 'novo lead', 'novos leads');
  const names = shown.slice(0, 2).map(({ nome }) => oneLine(nome, 40));
  return {
    ...EMPTY_EMAIL,
    subject: `${title}: ${names.join(', ')}${leads.length > 2 ? ` e mais ${leads.length - 2}` : ''}`,
    preview: joinParts(...new Set(shown.slice(0, 20).map(describeOrigin))),
    kicker: 'Chegaram juntos',
    title,
    subtitle: suspects.length > 0 ? plural(suspects.length, 'parece robô', 'parecem robôs') : '',
    actions: openConsole(context),
    people: shown.map((lead) => listPerson(lead, context)),
    closing:
      rest > 0 ? `E mais ${plural(rest, 'pessoa', 'pessoas')}: npm run leads mostra todas.` : '',
  };
}

const chatWith = (lead: LeadPayload, { product }: MailContext, label: string): Action[] => {
  const href = chatLink(lead.wa_me, writeGreeting(lead.nome, product, ABOUT));
  return href === null ? [] : [{ label, href }];
};

const openConsole = ({ consoleUrl }: MailContext): Action[] =>
  consoleUrl === null ? [] : [{ label: 'Abrir no painel', href: `${consoleUrl}/leads` }];

function listPerson(lead: LeadPayload, context: MailContext): Person {
  const [action = null] = chatWith(lead, context, 'WhatsApp');
  return {
    name: oneLine(lead.nome, 60),
    phone: lead.telefone,
    detail: oneLine(describeOrigin(lead), 80),
    isSuspect: lead.suspect !== null && lead.suspect !== '',
    action,
  };
}
