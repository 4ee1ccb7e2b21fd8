import type { FastifyError } from 'fastify';
import { SQLITE_RESULTS, sqliteResultOf } from '../store/sqlite/result-code.ts';

type ThrownKind =
  | 'badJson'
  | 'malformed'
  | 'notFound'
  | 'tooLarge'
  | 'wrongContentType'
  | 'tooManyRequests'
  | 'unavailable'
  | 'unexpected';

const KIND_BY_CODE: Readonly<Record<string, ThrownKind>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrongContentType',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'badJson',
  FST_ERR_CTP_INVALID_JSON_BODY: 'badJson',
};

const KIND_BY_STATUS: Readonly<Record<number, ThrownKind>> = {
  404: 'notFound',
  413: 'tooLarge',
  415: 'wrongContentType',
  429: 'tooManyRequests',
  503: 'unavailable',
};

export function kindOfThrown(error: FastifyError): ThrownKind {
  if (isDatabaseUnavailable(error)) return 'unavailable';
  const status = error.statusCode ?? 500;
  const kind = KIND_BY_CODE[error.code] ?? KIND_BY_STATUS[status];
  return kind ?? (status >= 400 && status < 500 ? 'malformed' : 'unexpected');
}

const DATABASE_UNAVAILABLE =
  /^(?:08|53|57P|ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET|EPIPE)|timeout exceeded|connection terminated/i;

const { busy, locked, readOnly, ioError, full, cannotOpen } = SQLITE_RESULTS;
const UNAVAILABLE_RESULTS: readonly number[] = [busy, locked, readOnly, ioError, full, cannotOpen];

const isDatabaseUnavailable = (error: FastifyError): boolean =>
  UNAVAILABLE_RESULTS.includes(sqliteResultOf(error)) ||
  DATABASE_UNAVAILABLE.test(error.code ?? '') ||
  DATABASE_UNAVAILABLE.test(error.message);
