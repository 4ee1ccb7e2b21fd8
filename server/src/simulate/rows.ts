import type { ApplicationDraftRow, ApplicationRow } from '@funil/contract/application';
import {
  type ApplicationFields,
  CRONOGRAMA,
  EMPTY_APPLICATION,
  FATURAMENTO,
  fitApplication,
  fitDraft,
} from '@funil/contract/application-rules';
import { fitClicks } from '@funil/contract/clicks';
import type { JourneyRecord } from '@funil/contract/journey';
import type { LeadRow } from '@funil/contract/lead';
import { fitLead } from '@funil/contract/lead-rules';
import { completeWhatsapp, formatPhone } from '@funil/contract/phone';
import type { UtmRecord } from '@funil/contract/utm';
import type { Diary } from './page-events.ts';
import type { Random } from './random.ts';
import type { Person } from './visitors.ts';

/** A person's browser: where it first came from, and how often it was here. */
export interface Browser {
  readonly utms: UtmRecord;
  readonly visits: number;
}

const CHALLENGES = [
  'Tenho clientes, mas cada projeto começa do zero e atrasa.',
  'Quero cobrar por mensalidade e não sei como apresentar a proposta.',
  'Faço tudo à mão no WhatsApp e perco pedidos nos fins de semana.',
  'Entendo das ferramentas; falta saber vender o que eu monto.',
] as const;
const COMPANIES = ['Ateliê Jacarandá', 'Norte Digital', 'Padaria Aurora', 'Contábil Ipê'] as const;
const ROLES = ['Fundadora', 'Sócio', 'Gestora de tráfego', 'Consultor'] as const;

const journeyOf = ({ clicks, startedAt }: Diary, at: number, visits: number): JourneyRecord => ({
  botoes_clicados: fitClicks(clicks),
  tempo_jornada_segundos: Math.round((at - startedAt) / 1000),
  paginas_visitadas: visits,
  inicio_sessao: new Date(startedAt).toISOString(),
});

/** The lead as the page sends it, of what the mask made of the number typed. */
export function leadRow(person: Person, browser: Browser, diary: Diary, at: number): LeadRow {
  const typed = { nome: person.name, telefone: formatPhone(person.phone) };
  return fitLead(typed, browser.utms, journeyOf(diary, at, browser.visits));
}

function answersOf(person: Person, story: Random): ApplicationFields {
  return {
    ...EMPTY_APPLICATION,
    nome: person.name,
    email: person.email,
    whatsapp: completeWhatsapp(person.phone),
    instagram: person.instagram,
    empresa: story.pick(COMPANIES),
    cargo: story.pick(ROLES),
    faturamento: story.pick(FATURAMENTO),
    principais_desafios: story.pick(CHALLENGES),
    cronograma: story.pick(CRONOGRAMA),
    experiencia_anterior: story.chance(0.4) ? 'Um curso gravado, que não terminei.' : '',
  };
}

/** The application's two rows, of which only the draft is sent where it was not finished. */
export function applicationRows(
  id: string,
  { person, browser, diary, story }: Applicant,
): { draft: ApplicationDraftRow; application: ApplicationRow } {
  const answers = answersOf(person, story);
  const journey = journeyOf(diary, diary.now(), browser.visits);
  return {
    draft: fitDraft(id, answers),
    application: fitApplication(id, answers, { utms: browser.utms, journey }),
  };
}

interface Applicant {
  readonly person: Person;
  readonly browser: Browser;
  readonly diary: Diary;
  readonly story: Random;
}
