import { suspectLabel } from '@funil/contract/answer-labels';
import { CONTACT_STATE_LABELS } from '@funil/contract/console/contact-states';
import type { ApplicationStage, ContactItem } from '@funil/contract/console/contacts';
import type { ButtonClick } from '@funil/contract/journey';
import { toLocalTime } from '@funil/contract/local-time';
import type { Cell } from '../csv/write-csv.ts';
import type { ApplicationRecord } from './applications.ts';
import type { Lead } from './leads.ts';
import { describeAnswers, type KnownQuestions } from './questions.ts';

/**
 * The CSV columns of leads and applications. `situacao` (`enviada`, `abandonada` or `começada`) and `etapa` (the last
 * step reached, 5 when sent) describe an application. `estado` is what the person's sales
 * say, or else the operators' state.
 */
interface PeopleCsv<Person> {
  readonly columns: readonly string[];
  readonly toCells: (person: Person) => Record<string, Cell>;
}

/** All columns of a lead, for `npm run leads`. */
export const LEADS_CSV: PeopleCsv<Lead> = {
  columns: [
    'id',
    'created_at',
    'nome',
    'telefone',
    'utm_source',
    'utm_medium',
    'utm_campaign',
    'utm_content',
    'utm_term',
    'botoes_clicados',
    'tempo_jornada_segundos',
    'paginas_visitadas',
    'origem_timestamp',
    'suspect',
    'idempotency_key',
    'email',
  ],
  toCells: (lead) => ({
    ...lead,
    created_at: toLocalTime(lead.created_at),
    origem_timestamp: toLocalTime(lead.origem_timestamp),
    botoes_clicados: describeClicks(lead.botoes_clicados),
  }),
};

/** Returns `01/03/2026 09:00:05 QUERO ENTRAR (hero) | …`. */
export const describeClicks = (clicks: readonly ButtonClick[]): string =>
  clicks
    .map(({ botao, timestamp, secao }) =>
      [toLocalTime(timestamp), botao, secao && `(${secao})`].filter(Boolean).join(' '),
    )
    .join(' | ');

/** Returns all columns of an application, for `npm run applications`. */
export const applicationsCsv = (questions: KnownQuestions): PeopleCsv<ApplicationRecord> => ({
  columns: [
    'situacao',
    'etapa',
    'created_at',
    'nome',
    'email',
    'whatsapp',
    'instagram',
    'empresa',
    'cargo',
    'faturamento',
    'cronograma',
    'principais_desafios',
    'objetivos_movimento',
    'orcamento_investimento',
    'experiencia_anterior',
    'utm_source',
    'utm_medium',
    'utm_campaign',
    'utm_content',
    'utm_term',
    'origem_timestamp',
    'tempo_jornada_segundos',
    'paginas_visitadas',
    'suspect',
    'id',
    'respostas',
  ],
  toCells: ({ respostas = {}, ...application }) => ({
    ...application,
    respostas: describeAnswers(questions, respostas)
      .map(({ question, text }) => `${question}: ${text}`)
      .join(' | '),
    created_at: toLocalTime(application.created_at),
    origem_timestamp: application.origem_timestamp
      ? toLocalTime(application.origem_timestamp)
      : null,
  }),
});

const STAGE_WORDS: Readonly<Record<ApplicationStage, string>> = {
  started: 'começada',
  abandoned: 'abandonada',
  sent: 'enviada',
};

/** A row of the console's lists; `lastStep` is null for a lead. */
interface ListedContact extends ContactItem {
  readonly lastStep: number | null;
}

/** The columns of the console's lists of leads and applications. */
export const CONTACTS_CSV: PeopleCsv<ListedContact> = {
  columns: [
    'id',
    'created_at',
    'nome',
    'telefone',
    'email',
    'utm_source',
    'utm_medium',
    'utm_campaign',
    'utm_content',
    'situacao',
    'etapa',
    'prazo',
    'pago',
    'suspect',
    'estado',
    'responsavel',
    'retorno',
  ],
  toCells: (item) => ({
    id: item.subject,
    created_at: toLocalTime(item.created_at),
    nome: item.name,
    telefone: item.phone,
    email: item.email,
    utm_source: item.source,
    utm_medium: item.medium,
    utm_campaign: item.campaign,
    utm_content: item.content,
    situacao: item.stage && STAGE_WORDS[item.stage],
    etapa: item.lastStep,
    prazo: item.due_at && toLocalTime(item.due_at),
    pago: item.paid ? 'sim' : '',
    suspect: item.suspect && suspectLabel(item.suspect),
    estado: CONTACT_STATE_LABELS[item.state],
    responsavel: item.owner,
    retorno: item.follow_up_at && toLocalTime(item.follow_up_at),
  }),
};
