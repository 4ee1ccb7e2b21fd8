import type { TrackingContent } from '@funil/content/schema/site';
import { localRecords, type RecordStorage } from '../visitor/storage.ts';

export const CONSENT_STORAGE_KEY = 'consent_choice';

export type Choice = 'granted' | 'denied';

/** What the visitor chose, if anything yet; in whichever tab that was. */
export function readChoice(storage: RecordStorage = localRecords): Choice | undefined {
  const stored = storage.read(CONSENT_STORAGE_KEY) ?? document.documentElement.dataset.consent;
  return stored === 'granted' || stored === 'denied' ? stored : undefined;
}

export function writeChoice(choice: Choice, storage: RecordStorage = localRecords): void {
  storage.write(CONSENT_STORAGE_KEY, choice);
  // Where storage is forbidden, the page's other scripts read it here.
  document.documentElement.dataset.consent = choice;
}

/** Whether the visitor has said no: then nothing is told to Google and Meta, not even that. */
export const isRefused = (): boolean => readChoice() === 'denied';

/** What holds until the visitor has chosen. */
export const defaultChoice = (mode: TrackingContent['consent']): Choice =>
  mode === 'notice' ? 'granted' : 'denied';

export function isGranted(mode: TrackingContent['consent'], storage?: RecordStorage): boolean {
  return (readChoice(storage) ?? defaultChoice(mode)) === 'granted';
}
