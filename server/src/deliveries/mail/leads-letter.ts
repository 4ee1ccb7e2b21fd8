import type { LeadPayload } from '@funil/contract/webhook-payloads';
import { chatLink, numberFact } from './contacts.ts';
import { greet } from './greetings.ts';
import { type Action, type Desk, type Letter, type Person, PLAIN } from './letter.ts';
import { sayDay } from './moments.ts';
import { oneLine } from './typed-text.ts';
import { joined, MOST_PEOPLE, say, sayOrigin, saySuspicion, sayVisit } from './words.ts';

const ABOUT = 'Vi que você se cadastrou na nossa página. Ficou alguma dúvida?';

/** Somebody left a number. */
function writeLead(lead: LeadPayload, desk: Desk): Letter {
  const name = oneLine(lead.nome, 60);
  const warning = saySuspicion(lead.suspect);
  const kicker = warning ? 'Lead suspeito' : 'Novo lead';
  return {
    ...PLAIN,
    subject: `${kicker}: ${name}, ${oneLine(lead.telefone, 40)}`,
    preview: sayOrigin(lead),
    kicker,
    title: name,
    warning,
    actions: [...chatWith(lead, desk, 'Chamar no WhatsApp'), ...openConsole(desk)],
    facts: [
      numberFact(lead.telefone),
      { label: 'Cadastro', value: sayDay(Date.parse(lead.created_at)) },
      { label: 'Veio de', value: sayOrigin(lead) },
      { label: 'Visita', value: sayVisit(lead.tempo_jornada_segundos, lead.paginas_visitadas) },
    ],
  };
}

/** One lead by itself, or all that came within a minute; those that look like robots stand last. */
export function writeLeads(leads: readonly [LeadPayload, ...LeadPayload[]], desk: Desk): Letter {
  const [first, ...others] = leads;
  if (others.length === 0) return writeLead(first, desk);
  const trusted = leads.filter(({ suspect }) => !suspect);
  const suspects = leads.filter(({ suspect }) => suspect);
  const shown = [...trusted, ...suspects].slice(0, MOST_PEOPLE);
  const rest = leads.length - shown.length;
  const title = say(leads.length, 'novo lead', 'novos leads');
  const names = shown.slice(0, 2).map(({ nome }) => oneLine(nome, 40));
  return {
    ...PLAIN,
    subject: `${title}: ${names.join(', ')}${leads.length > 2 ? ` e mais ${leads.length - 2}` : ''}`,
    preview: joined(...new Set(shown.slice(0, 20).map(sayOrigin))),
    kicker: 'Chegaram juntos',
    title,
    subtitle: suspects.length > 0 ? say(suspects.length, 'parece robô', 'parecem robôs') : '',
    actions: openConsole(desk),
    people: shown.map((lead) => listPerson(lead, desk)),
    closing:
      rest > 0 ? `E mais ${say(rest, 'pessoa', 'pessoas')}: npm run leads mostra todas.` : '',
  };
}

const chatWith = (lead: LeadPayload, { product }: Desk, label: string): Action[] => {
  const href = chatLink(lead.wa_me, greet(lead.nome, product, ABOUT));
  return href === null ? [] : [{ label, href }];
};

const openConsole = ({ consoleUrl }: Desk): Action[] =>
  consoleUrl === null ? [] : [{ label: 'Abrir no painel', href: `${consoleUrl}/leads` }];

function listPerson(lead: LeadPayload, desk: Desk): Person {
  const [action = null] = chatWith(lead, desk, 'WhatsApp');
  return {
    name: oneLine(lead.nome, 60),
    phone: lead.telefone,
    detail: oneLine(sayOrigin(lead), 80),
    isSuspect: lead.suspect !== null && lead.suspect !== '',
    action,
  };
}
