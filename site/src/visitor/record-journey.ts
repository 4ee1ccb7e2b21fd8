import { fitCount, isoTime } from '@funil/contract/fit';
import {
  type ButtonClick,
  fitJourneyTotals,
  JOURNEY_STORAGE_KEY,
  type JourneyTotals,
  MAX_CLICKS,
} from '@funil/contract/journey';
import { isSameVisit, readLastEventTime } from './session.ts';
import { localRecords, type RecordStorage } from './storage.ts';

/**
 * Returns page loads and duration up to now. The duration of a new visit starts now.
 * @param last the visit's last event, in ms since the epoch; NaN if it is over or unknown
 */
export function readJourneyTotals(stored: unknown, now: Date, last: number): JourneyTotals {
  const visits = fitJourneyTotals(stored, now);
  const inicio_sessao = isoTime(now.getTime());
  const time = Date.parse(inicio_sessao);
  const start = Date.parse(visits.inicio_sessao);
  // Before a visit's first event only the record itself has a time.
  const isOngoing =
    isSameVisit(last, now.getTime()) ||
    isSameVisit(start + visits.tempo_jornada_segundos * 1000, time);
  return isOngoing
    ? { ...visits, tempo_jornada_segundos: fitCount((time - start) / 1000) }
    : { ...visits, tempo_jornada_segundos: 0, inicio_sessao };
}

/** Returns the stored journey with its clicks unchecked: the code that checks them loads later. */
function readStored(storage: RecordStorage, now: Date, last = readLastEventTime(storage)) {
  const stored = storage.read(JOURNEY_STORAGE_KEY);
  const { botoes_clicados } = Object(stored);
  const clicks: unknown[] = Array.isArray(botoes_clicados) ? botoes_clicados : [];
  return { clicks, visits: readJourneyTotals(stored, now, last) };
}

export function recordPageLoad(storage: RecordStorage = localRecords, now = new Date()): void {
  const { clicks, visits } = readStored(storage, now);
  const paginas_visitadas = visits.paginas_visitadas + 1;
  storage.write(JOURNEY_STORAGE_KEY, { botoes_clicados: clicks, ...visits, paginas_visitadas });
}

/** Appends a click; only the newest clicks are kept. */
export function recordClick(
  click: ButtonClick,
  storage: RecordStorage = localRecords,
  now = new Date(),
): void {
  const { clicks, visits } = readStored(storage, now);
  const botoes_clicados = [...clicks, click].slice(-MAX_CLICKS);
  storage.write(JOURNEY_STORAGE_KEY, { botoes_clicados, ...visits });
}

/** Starts a visit's duration at its first event, also in a page loaded long before. */
export function recordVisit(now: Date, storage: RecordStorage = localRecords): void {
  const { clicks, visits } = readStored(storage, now, Number.NaN);
  storage.write(JOURNEY_STORAGE_KEY, { botoes_clicados: clicks, ...visits });
}
