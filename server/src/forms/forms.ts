import {
  parseUtms,
  rereadUtms,
  sanitizeUtms,
  UTM_FIELDS,
  type UtmRecord,
} from '@funil/contract/capture/utm';
import { saysNoProfile } from '@funil/contract/contacts/application';
import { formatInstagram } from '@funil/contract/contacts/instagram';
import { completeWhatsapp, formatPhone } from '@funil/contract/contacts/phone';
import {
  findApplicationErrors,
  makeApplicationRow,
} from '@funil/contract/contacts/questions/application-questions';
import type { TypedAnswers, VisitRecords } from '@funil/contract/contacts/questions/form-questions';
import { findLeadErrors, makeLeadRow } from '@funil/contract/contacts/questions/lead-questions';
import type { Question } from '@funil/contract/contacts/questions/question';
import { FORM_PATHS } from '@funil/contract/site/form-paths';
import type { SiteInfo } from '@funil/contract/site/site-info';
import type { FastifyRequest } from 'fastify';
import type { FormTable } from '../store/capture/capture-store.ts';

export interface Form {
  readonly table: FormTable;
  /** The path of the form's page and of its `action`. The template is the file of this name. */
  readonly path: string;
  readonly questions: (site: SiteInfo) => readonly Question[];
  readonly findErrors: typeof findApplicationErrors;
  readonly toRow: (
    questions: readonly Question[],
    typed: TypedAnswers,
    visit: VisitRecords,
  ) => Record<string, unknown>;
}

export const NO_SCRIPT_FORMS: readonly Form[] = [
  {
    table: 'leads',
    path: FORM_PATHS.lead,
    questions: ({ leadQuestions }) => leadQuestions,
    findErrors: findLeadErrors,
    toRow: makeLeadRow,
  },
  {
    table: 'applications',
    path: FORM_PATHS.application,
    questions: ({ questions }) => questions,
    findErrors: findApplicationErrors,
    toRow: (questions, typed, visit) => makeApplicationRow('', questions, typed, visit),
  },
];

export const readTypedTexts = (
  questions: readonly Question[],
  body: URLSearchParams,
): TypedAnswers =>
  Object.fromEntries(
    questions.map(({ key }) => [key, body.getAll(key).join(',').replaceAll('\r\n', '\n')]),
  );

function formatAnswer({ key, kind }: Question, text: string): string {
  if (kind === 'instagram') {
    const handle = formatInstagram(text);
    // With scripts, the field takes no typed space.
    return saysNoProfile(handle) ? handle.replaceAll(' ', '') : handle;
  }
  if (kind === 'phone') return key === 'whatsapp' ? completeWhatsapp(text) : formatPhone(text);
  return text;
}

export const formatTypedTexts = (
  questions: readonly Question[],
  typed: TypedAnswers,
): TypedAnswers =>
  Object.fromEntries(
    questions.map((question) => [question.key, formatAnswer(question, typed[question.key] ?? '')]),
  );

const queryOf = (address = ''): string => /\?[^#]*/.exec(address)?.[0] ?? '';

/** Reads UTMs from hidden fields, else from the page's own address, else from the referring page's. */
export function readUtms({ url, headers }: FastifyRequest, body?: URLSearchParams): UtmRecord {
  const now = Date.now();
  const hidden = Object.fromEntries(UTM_FIELDS.map((field) => [field, body?.get(field)]));
  const ownQuery = queryOf(url);
  const query = /[?&]utm_source=/i.test(ownQuery) ? ownQuery : queryOf(headers.referer);
  const record = sanitizeUtms(hidden, now);
  return record ? rereadUtms(record, query) : parseUtms(query, now);
}
