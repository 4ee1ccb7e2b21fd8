import { fitClicks } from '@funil/contract/clicks';
import { JOURNEY_STORAGE_KEY, type JourneyRecord } from '@funil/contract/journey';
import { resume } from './record-journey.ts';
import { readLastEventTime } from './session.ts';
import { localRecords, type RecordStorage } from './storage.ts';

/** What the visitor has done, up to now, whatever was stored; of a visit that ended the clicks stay. */
export function readJourney(
  storage: RecordStorage = localRecords,
  now = new Date(),
): JourneyRecord {
  const stored = storage.read(JOURNEY_STORAGE_KEY);
  const botoes_clicados = fitClicks(Object(stored).botoes_clicados);
  return { botoes_clicados, ...resume(stored, now, readLastEventTime(storage)) };
}
