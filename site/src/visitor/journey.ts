import { JOURNEY_STORAGE_KEY, type JourneyRecord } from '@funil/contract/capture/journey';
import { sanitizeClicks } from '@funil/contract/visits/clicks';
import { continueJourneyTotals } from './record-journey.ts';
import { readLastEventTime } from './session.ts';
import { localRecords, type RecordStorage } from './storage.ts';

/** Returns the stored journey without invalid values, but with the clicks of ended visits. */
export function readJourney(
  storage: RecordStorage = localRecords,
  now = Date.now(),
): JourneyRecord {
  const storedJourney = storage.read(JOURNEY_STORAGE_KEY);
  const botoes_clicados = sanitizeClicks(Object(storedJourney).botoes_clicados);
  return {
    botoes_clicados,
    ...continueJourneyTotals(storedJourney, now, readLastEventTime(storage)),
  };
}
