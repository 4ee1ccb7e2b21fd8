import {
  type ButtonClick,
  JOURNEY_STORAGE_KEY,
  type JourneyTotals,
  MAX_CLICKS,
  sanitizeJourneyTotals,
} from '@funil/contract/journey';
import { isoTime, sanitizeCount } from '@funil/contract/sanitize';
import { isWithinVisit, readLastEventTime } from './session.ts';
import { localRecords, type RecordStorage } from './storage.ts';

/**
 * Returns the totals of the visit that goes on, or those of a new one, whose duration starts now.
 * @param lastEventMs time of the visitor's last event, in ms since the epoch; NaN if unknown, or to
 * start a new visit
 */
export function readJourneyTotals(stored: unknown, now: Date, lastEventMs: number): JourneyTotals {
  const totals = sanitizeJourneyTotals(stored, now);
  const inicio_sessao = isoTime(now.getTime());
  const nowMs = Date.parse(inicio_sessao);
  const startMs = Date.parse(totals.inicio_sessao);
  // A visit without events yet has no last event; its stored duration says when it was active.
  const isOngoing =
    isWithinVisit(lastEventMs, now.getTime()) ||
    isWithinVisit(startMs + totals.tempo_jornada_segundos * 1000, nowMs);
  return isOngoing
    ? { ...totals, tempo_jornada_segundos: sanitizeCount((nowMs - startMs) / 1000) }
    : { ...totals, tempo_jornada_segundos: 0, inicio_sessao };
}

/** A journey whose clicks are unchecked, because the code that checks them loads later. */
interface StoredJourney extends JourneyTotals {
  botoes_clicados: unknown[];
}

function updateJourney(
  change: (journey: StoredJourney) => Partial<StoredJourney>,
  storage: RecordStorage,
  now: Date,
  lastEventMs = readLastEventTime(storage),
): void {
  const stored = storage.read(JOURNEY_STORAGE_KEY);
  const { botoes_clicados } = Object(stored);
  const journey = {
    botoes_clicados: Array.isArray(botoes_clicados) ? botoes_clicados : [],
    ...readJourneyTotals(stored, now, lastEventMs),
  };
  storage.write(JOURNEY_STORAGE_KEY, { ...journey, ...change(journey) });
}

export const recordPageLoad = (storage: RecordStorage = localRecords, now = new Date()): void =>
  updateJourney(
    ({ paginas_visitadas }) => ({ paginas_visitadas: paginas_visitadas + 1 }),
    storage,
    now,
  );

/** Only the newest clicks are kept. */
export const recordClick = (
  click: ButtonClick,
  storage: RecordStorage = localRecords,
  now = new Date(),
): void =>
  updateJourney(
    ({ botoes_clicados }) => ({ botoes_clicados: [...botoes_clicados, click].slice(-MAX_CLICKS) }),
    storage,
    now,
  );

/** A visit's duration counts from the first event, because the page may have been loaded long before. */
export const startVisitDuration = (now: Date, storage: RecordStorage = localRecords): void =>
  updateJourney(() => ({}), storage, now, Number.NaN);
