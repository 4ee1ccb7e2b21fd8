import {
  type ButtonClick,
  JOURNEY_STORAGE_KEY,
  type JourneyTotals,
  MAX_CLICKS,
  sanitizeJourneyTotals,
} from '@funil/contract/journey';
import { isoTime, sanitizeCount } from '@funil/contract/sanitize';
import { isSameVisit, readLastEventTime } from './session.ts';
import { localRecords, type RecordStorage } from './storage.ts';

/**
 * The duration of a new visit starts now.
 * @param lastEventMs in ms since the epoch; NaN if unknown, or to start a new visit
 */
export function readJourneyTotals(stored: unknown, now: Date, lastEventMs: number): JourneyTotals {
  const totals = sanitizeJourneyTotals(stored, now);
  const inicio_sessao = isoTime(now.getTime());
  const nowMs = Date.parse(inicio_sessao);
  const startMs = Date.parse(totals.inicio_sessao);
  // A visit without events yet: the stored duration says when it was last active.
  const isOngoing =
    isSameVisit(lastEventMs, now.getTime()) ||
    isSameVisit(startMs + totals.tempo_jornada_segundos * 1000, nowMs);
  return isOngoing
    ? { ...totals, tempo_jornada_segundos: sanitizeCount((nowMs - startMs) / 1000) }
    : { ...totals, tempo_jornada_segundos: 0, inicio_sessao };
}

/** Unchecked: the code that checks clicks loads later. */
function readStoredJourney(
  storage: RecordStorage,
  now: Date,
  lastEventMs = readLastEventTime(storage),
) {
  const stored = storage.read(JOURNEY_STORAGE_KEY);
  const { botoes_clicados } = Object(stored);
  const clicks: unknown[] = Array.isArray(botoes_clicados) ? botoes_clicados : [];
  return { clicks, totals: readJourneyTotals(stored, now, lastEventMs) };
}

export function recordPageLoad(storage: RecordStorage = localRecords, now = new Date()): void {
  const { clicks, totals } = readStoredJourney(storage, now);
  const paginas_visitadas = totals.paginas_visitadas + 1;
  storage.write(JOURNEY_STORAGE_KEY, { botoes_clicados: clicks, ...totals, paginas_visitadas });
}

/** Only the newest clicks are kept. */
export function recordClick(
  click: ButtonClick,
  storage: RecordStorage = localRecords,
  now = new Date(),
): void {
  const { clicks, totals } = readStoredJourney(storage, now);
  const botoes_clicados = [...clicks, click].slice(-MAX_CLICKS);
  storage.write(JOURNEY_STORAGE_KEY, { botoes_clicados, ...totals });
}

/** From the first event, because the page may have been loaded long before. */
export function startVisitDuration(now: Date, storage: RecordStorage = localRecords): void {
  const { clicks, totals } = readStoredJourney(storage, now, Number.NaN);
  storage.write(JOURNEY_STORAGE_KEY, { botoes_clicados: clicks, ...totals });
}
