import type { JourneyRecord } from '@funil/contract/capture/journey';
import type { ApplicationDraftRow, ApplicationRow } from '@funil/contract/contacts/application';
import { REVENUE_CHOICES, SCHEDULE_CHOICES } from '@funil/contract/contacts/application-rules';
import type { LeadRow } from '@funil/contract/contacts/lead';
import { completeWhatsapp, formatPhone } from '@funil/contract/contacts/phone';
import {
  listApplicationColumnQuestions,
  makeApplicationRow,
  makeDraftRow,
} from '@funil/contract/contacts/questions/application-questions';
import {
  listLeadColumnQuestions,
  makeLeadRow,
} from '@funil/contract/contacts/questions/lead-questions';
import type { SiteInfo } from '@funil/contract/site/site-info';
import { sanitizeClicks } from '@funil/contract/visits/clicks';
import type { Random } from './random.ts';
import type { Visit } from './visit-events.ts';
import type { Person, Visitor } from './visitors.ts';

/** The state that the visitor's browser stores: its first origin, and its number of visits. */
type Browser = Pick<Visitor, 'utms' | 'visits'>;

const CHALLENGES = [
  'Tenho clientes, mas cada projeto começa do zero e atrasa.',
  'Quero cobrar por mensalidade e não sei como apresentar a proposta.',
  'Faço tudo à mão no WhatsApp e perco pedidos nos fins de semana.',
  'Entendo das ferramentas; falta saber vender o que eu monto.',
];
const COMPANIES = ['Ateliê Jacarandá', 'Norte Digital', 'Padaria Aurora', 'Contábil Ipê'];
const ROLES = ['Fundadora', 'Sócio', 'Gestora de tráfego', 'Consultor'];

const journeyOf = ({ clicks, startedAt }: Visit, at: number, visits: number): JourneyRecord => ({
  botoes_clicados: sanitizeClicks(clicks),
  tempo_jornada_segundos: Math.round((at - startedAt) / 1000),
  paginas_visitadas: visits,
  inicio_sessao: new Date(startedAt).toISOString(),
});

/** Without `questions`, the page asks those that have a column. */
interface AnswerSource {
  readonly behavior: Random;
  readonly questions: SiteInfo['questions'];
}

/** Leads give no e-mail address, so that sales are matched to them by reference and phone. */
export function composeLeadRow(
  person: Person,
  { visit, at, utms, visits }: Browser & { readonly visit: Visit; readonly at: number },
  { behavior, questions }: AnswerSource,
): LeadRow {
  const answers = { nome: person.name, telefone: formatPhone(person.phone), email: '' };
  return makeLeadRow(
    questions.length > 0 ? questions : listLeadColumnQuestions(),
    { ...answers, ...answerOtherQuestions({ questions, answers }, person, behavior) },
    { utms, journey: journeyOf(visit, at, visits) },
  );
}

/** Returns answers to the questions that `answers` does not answer; visitors skip some optional ones. */
function answerOtherQuestions(
  { questions, answers }: { questions: SiteInfo['questions']; answers: Record<string, string> },
  person: Person,
  behavior: Random,
): Record<string, string> {
  const questionsToAnswer = questions.filter(
    ({ key, required }) => !Object.hasOwn(answers, key) && (required || behavior.chance(0.7)),
  );
  return Object.fromEntries(
    questionsToAnswer.map(({ key, kind, options }) => {
      const keys = options.map((option) => option.key);
      const answer = {
        text: () => behavior.pick(COMPANIES),
        longText: () => behavior.pick(CHALLENGES),
        choice: () => behavior.pick(keys),
        choices: () => {
          const chosen = keys.filter(() => behavior.chance(0.4));
          return (chosen.length > 0 ? chosen : keys.slice(0, 1)).join(',');
        },
        number: () => String(Math.floor(behavior.between(1, 50))),
        email: () => person.email,
        phone: () => formatPhone(person.phone),
        instagram: () => person.instagram,
      }[kind];
      return [key, answer()];
    }),
  );
}

/** Returns an application's two rows; an unfinished application sends only the draft. */
export function composeApplicationRows(
  id: string,
  { person, utms, visits }: Visitor,
  visit: Visit,
  { behavior, questions }: AnswerSource,
): { draft: ApplicationDraftRow; application: ApplicationRow } {
  const answers = {
    nome: person.name,
    email: person.email,
    whatsapp: completeWhatsapp(person.phone),
    instagram: person.instagram,
    empresa: behavior.pick(COMPANIES),
    cargo: behavior.pick(ROLES),
    faturamento: behavior.pick(REVENUE_CHOICES),
    principais_desafios: behavior.pick(CHALLENGES),
    cronograma: behavior.pick(SCHEDULE_CHOICES),
    experiencia_anterior: behavior.chance(0.4) ? 'Um curso gravado, que não terminei.' : '',
  };
  const journey = journeyOf(visit, visit.now(), visits);
  return {
    draft: makeDraftRow(id, answers),
    application: makeApplicationRow(
      id,
      questions.length > 0 ? questions : listApplicationColumnQuestions(),
      { ...answers, ...answerOtherQuestions({ questions, answers }, person, behavior) },
      { utms, journey },
    ),
  };
}
