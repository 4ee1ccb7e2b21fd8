import { fitCount, isoTime } from '@funil/contract/fit';
import {
  type ButtonClick,
  CLICK_LIMIT,
  fitJourney,
  JOURNEY_STORAGE_KEY,
  type JourneyRecord,
} from '@funil/contract/journey';
import { goesOn, isVisiting } from './session.ts';
import { localRecords, type RecordStorage } from './storage.ts';

/**
 * What the visitor has done, up to now; a fresh record where none, or none readable, is stored. A
 * visit that ended begins anew: its time counts from now, and the clicks stay.
 * @param isNew whether the visit is known to be over, whenever its last event was
 */
export function readJourney(
  storage: RecordStorage = localRecords,
  now = new Date(),
  isNew = !isVisiting(now.getTime(), storage),
): JourneyRecord {
  const record = fitJourney(storage.read(JOURNEY_STORAGE_KEY), now);
  const time = Date.parse(isoTime(now.getTime()));
  const start = Date.parse(record.inicio_sessao);
  // The record's own last moment: a visit's first event comes after its page load.
  const last = start + record.tempo_jornada_segundos * 1000;
  if (isNew && !goesOn(last, time)) {
    return { ...record, inicio_sessao: isoTime(time), tempo_jornada_segundos: 0 };
  }
  return { ...record, tempo_jornada_segundos: fitCount((time - start) / 1000) };
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

/** Lets the time of a visit count from its first event, where its page was loaded long before. */
export function recordVisit(now: Date, storage: RecordStorage = localRecords): void {
  storage.write(JOURNEY_STORAGE_KEY, readJourney(storage, now, true));
}
