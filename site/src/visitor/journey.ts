import {
  type ButtonClick,
  CLICK_LIMIT,
  JOURNEY_STORAGE_KEY,
  type JourneyRecord,
  LARGEST_INTEGER,
} from '@funil/contract/journey';
import { localRecords, type RecordStorage } from './storage.ts';

const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LARGEST_INTEGER;
const isTime = (value: unknown): value is string =>
  isText(value) && !Number.isNaN(Date.parse(value));

function isClick(value: unknown): value is ButtonClick {
  const { botao, timestamp, secao } = (value ?? {}) as Record<string, unknown>;
  return isText(botao) && isTime(timestamp) && (secao === undefined || isText(secao));
}

function isJourney(value: unknown): value is JourneyRecord {
  const { botoes_clicados, paginas_visitadas, inicio_sessao } = (value ?? {}) as Record<
    string,
    unknown
  >;
  return (
    Array.isArray(botoes_clicados) &&
    botoes_clicados.every(isClick) &&
    isCount(paginas_visitadas) &&
    isTime(inicio_sessao)
  );
}

/** What the visitor has done, up to now; a fresh record where none, or none readable, is stored. */
export function readJourney(
  storage: RecordStorage = localRecords,
  now = new Date(),
): JourneyRecord {
  const stored = storage.read(JOURNEY_STORAGE_KEY);
  const record = isJourney(stored)
    ? stored
    : { botoes_clicados: [], paginas_visitadas: 0, inicio_sessao: now.toISOString() };
  const elapsed = Math.round((now.getTime() - Date.parse(record.inicio_sessao)) / 1000);
  return { ...record, tempo_jornada_segundos: Math.min(Math.max(elapsed, 0), LARGEST_INTEGER) };
}

/** Counts one more page load. */
export function recordPageLoad(storage: RecordStorage = localRecords, now = new Date()): void {
  const journey = readJourney(storage, now);
  storage.write(JOURNEY_STORAGE_KEY, {
    ...journey,
    paginas_visitadas: journey.paginas_visitadas + 1,
  });
}

/** Appends a click on a button; of a long visit the newest clicks are kept. */
export function recordClick(
  click: ButtonClick,
  storage: RecordStorage = localRecords,
  now = new Date(),
): void {
  const journey = readJourney(storage, now);
  storage.write(JOURNEY_STORAGE_KEY, {
    ...journey,
    botoes_clicados: [...journey.botoes_clicados, click].slice(-CLICK_LIMIT),
  });
}
