import {
  type ButtonClick,
  JOURNEY_STORAGE_KEY,
  type JourneyTotals,
  MAX_CLICKS,
  sanitizeJourneyTotals,
} from '@funil/contract/capture/journey';
import { isoTime, sanitizeCount } from '@funil/contract/sanitize';
import { isWithinVisit, readLastEventTime } from './session.ts';
import { localRecords, type RecordStorage } from './storage.ts';

/**
 * Returns the totals with the visit's duration until now. After the visit's end a new one starts with a duration of 0,
 * and the other totals go on. `lastEventMs` is NaN if the visitor had no event.
 */
export function continueJourneyTotals(
  storedJourney: unknown,
  now: number,
  lastEventMs: number,
): JourneyTotals {
  const totals = sanitizeJourneyTotals(storedJourney, now);
  const inicio_sessao = isoTime(now);
  const nowMs = Date.parse(inicio_sessao);
  const startMs = Date.parse(totals.inicio_sessao);
  // If the visit has no event, the time when its duration was stored counts as its last activity.
  const isOngoing =
    isWithinVisit(lastEventMs, now) ||
    isWithinVisit(startMs + totals.tempo_jornada_segundos * 1000, nowMs);
  return isOngoing
    ? { ...totals, tempo_jornada_segundos: sanitizeCount((nowMs - startMs) / 1000) }
    : { ...totals, tempo_jornada_segundos: 0, inicio_sessao };
}

/** A journey whose clicks are unchecked, because the code that checks them loads later. */
interface UncheckedJourney extends JourneyTotals {
  botoes_clicados: unknown[];
}

function updateJourney(
  change: (journey: UncheckedJourney) => Partial<UncheckedJourney>,
  storage: RecordStorage,
  now: number,
  lastEventMs = readLastEventTime(storage),
): void {
  const storedJourney = storage.read(JOURNEY_STORAGE_KEY);
  const { botoes_clicados } = Object(storedJourney);
  const journey = {
    botoes_clicados: Array.isArray(botoes_clicados) ? botoes_clicados : [],
    ...continueJourneyTotals(storedJourney, now, lastEventMs),
  };
  storage.write(JOURNEY_STORAGE_KEY, { ...journey, ...change(journey) });
}

export const recordPageLoad = (storage: RecordStorage = localRecords, now = Date.now()): void =>
  updateJourney(
    ({ paginas_visitadas }) => ({ paginas_visitadas: paginas_visitadas + 1 }),
    storage,
    now,
  );

export const recordClick = (
  click: ButtonClick,
  storage: RecordStorage = localRecords,
  now = Date.now(),
): void =>
  updateJourney(
    ({ botoes_clicados }) => ({ botoes_clicados: [...botoes_clicados, click].slice(-MAX_CLICKS) }),
    storage,
    now,
  );

/** Starts the duration at the first event if the page was loaded long before, for example in another tab. */
export const startVisitDuration = (now: number, storage: RecordStorage = localRecords): void =>
  updateJourney(() => ({}), storage, now, Number.NaN);
