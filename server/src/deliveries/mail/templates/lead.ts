import type { LeadPayload } from '@funil/contract/webhook-payloads';
import { type Action, EMPTY_EMAIL, type Email, type MailContext, type Person } from '../layout.ts';
import {
  chatLink,
  greet,
  joined,
  MAX_PEOPLE,
  numberFact,
  say,
  sayDay,
  sayOrigin,
  saySuspicion,
  sayVisit,
} from '../phrases.ts';
import { oneLine } from '../visitor-text.ts';

const ABOUT = 'Vi que você se cadastrou na nossa página. Ficou alguma dúvida?';

/** Somebody left a number. */
function writeLeadEmail(lead: LeadPayload, context: MailContext): Email {
  const name = oneLine(lead.nome, 60);
  const warning = saySuspicion(lead.suspect);
  const kicker = warning ? 'Lead suspeito' : 'Novo lead';
  return {
    ...EMPTY_EMAIL,
    subject: `${kicker}: ${name}, ${oneLine(lead.telefone, 40)}`,
    preview: sayOrigin(lead),
    kicker,
    title: name,
    warning,
    actions: [...chatWith(lead, context, 'Chamar no WhatsApp'), ...openConsole(context)],
    facts: [
      numberFact(lead.telefone),
      { label: 'Cadastro', value: sayDay(Date.parse(lead.created_at)) },
      { label: 'Veio de', value: sayOrigin(lead) },
      { label: 'Visita', value: sayVisit(lead.tempo_jornada_segundos, lead.paginas_visitadas) },
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
  const title = say(leads.length, 'novo lead', 'novos leads');
  const names = shown.slice(0, 2).map(({ nome }) => oneLine(nome, 40));
  return {
    ...EMPTY_EMAIL,
    subject: `${title}: ${names.join(', ')}${leads.length > 2 ? ` e mais ${leads.length - 2}` : ''}`,
    preview: joined(...new Set(shown.slice(0, 20).map(sayOrigin))),
    kicker: 'Chegaram juntos',
    title,
    subtitle: suspects.length > 0 ? say(suspects.length, 'parece robô', 'parecem robôs') : '',
    actions: openConsole(context),
    people: shown.map((lead) => listPerson(lead, context)),
    closing:
      rest > 0 ? `E mais ${say(rest, 'pessoa', 'pessoas')}: npm run leads mostra todas.` : '',
  };
}

const chatWith = (lead: LeadPayload, { product }: MailContext, label: string): Action[] => {
  const href = chatLink(lead.wa_me, greet(lead.nome, product, ABOUT));
  return href === null ? [] : [{ label, href }];
};

const openConsole = ({ consoleUrl }: MailContext): Action[] =>
  consoleUrl === null ? [] : [{ label: 'Abrir no painel', href: `${consoleUrl}/leads` }];

function listPerson(lead: LeadPayload, context: MailContext): Person {
  const [action = null] = chatWith(lead, context, 'WhatsApp');
  return {
    name: oneLine(lead.nome, 60),
    phone: lead.telefone,
    detail: oneLine(sayOrigin(lead), 80),
    isSuspect: lead.suspect !== null && lead.suspect !== '',
    action,
  };
}
