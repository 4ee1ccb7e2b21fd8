import type { ButtonClick } from '@funil/contract/capture/journey';
import { UTM_FIELDS } from '@funil/contract/capture/utm';
import { suspectLabel } from '@funil/contract/console/answer-labels';
import { APPLICATION_FIELDS } from '@funil/contract/contacts/application-rules';
import { CONTACT_STATE_LABELS } from '@funil/contract/contacts/contact-states';
import type { ApplicationStage } from '@funil/contract/contacts/contacts';
import type { Answers } from '@funil/contract/contacts/questions/question';
import { toLocalTime } from '@funil/contract/local-time';
import { type Columns, fieldColumns } from '../csv/columns.ts';
import type { ApplicationRecord } from './applications.ts';
import { type Lead, OPTIONAL_LEAD_FIELDS } from './leads.ts';
import type { ContactItemWithoutCard } from './list/contact-items.ts';
import { describeAnswers, type KnownQuestions } from './questions.ts';

const joinAnswers = (questions: KnownQuestions, answers: Answers): string =>
  describeAnswers(questions, answers)
    .map(({ question, text }) => `${question}: ${text}`)
    .join(' | ');

/** Columns of `npm run leads`. */
export const leadColumns = (questions: KnownQuestions): Columns<Lead> => ({
  ...fieldColumns<Lead>('id', 'created_at', 'nome', 'telefone', ...UTM_FIELDS),
  botoes_clicados: ({ botoes_clicados }) => describeClicks(botoes_clicados),
  ...fieldColumns<Lead>(
    'tempo_jornada_segundos',
    'paginas_visitadas',
    'origem_timestamp',
    'suspect',
    'idempotency_key',
    ...OPTIONAL_LEAD_FIELDS,
  ),
  respostas: ({ respostas }) => joinAnswers(questions, respostas),
});

export const describeClicks = (clicks: readonly ButtonClick[]): string =>
  clicks
    .map(({ botao, timestamp, secao }) =>
      [toLocalTime(timestamp), botao, secao && `(${secao})`].filter(Boolean).join(' '),
    )
    .join(' | ');

/** Columns of `npm run applications`. */
export const applicationColumns = (questions: KnownQuestions): Columns<ApplicationRecord> => ({
  ...fieldColumns<ApplicationRecord>(
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
    ...APPLICATION_FIELDS,
    ...UTM_FIELDS,
    'origem_timestamp',
    'tempo_jornada_segundos',
    'paginas_visitadas',
    'suspect',
    'id',
  ),
  respostas: ({ respostas = {} }) => joinAnswers(questions, respostas),
});

const STAGE_WORDS: Readonly<Record<ApplicationStage, string>> = {
  started: 'começada',
  abandoned: 'abandonada',
  sent: 'enviada',
};

interface CsvContact extends ContactItemWithoutCard {
  readonly lastStep: number | null;
}

/** `situacao` is an application's stage, `etapa` its last step; both titles are published. */
export const CONTACT_COLUMNS: Columns<CsvContact> = {
  ...fieldColumns<CsvContact>(
    { id: 'subject' },
    'created_at',
    { nome: 'name', telefone: 'phone' },
    'email',
    {
      utm_source: 'source',
      utm_medium: 'medium',
      utm_campaign: 'campaign',
      utm_content: 'content',
    },
  ),
  situacao: ({ stage }) => stage && STAGE_WORDS[stage],
  ...fieldColumns<CsvContact>({ etapa: 'lastStep', prazo: 'due_at' }),
  pago: ({ paid }) => (paid ? 'sim' : ''),
  suspect: ({ suspect }) => suspect && suspectLabel(suspect),
  estado: ({ state }) => CONTACT_STATE_LABELS[state],
  ...fieldColumns<CsvContact>({ responsavel: 'owner', retorno: 'follow_up_at' }),
};
