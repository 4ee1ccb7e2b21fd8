import type { TrackingContent } from '@funil/content/schema/site';
import { localRecords } from './storage.ts';

export const CONSENT_STORAGE_KEY = 'consent_choice';

export type ConsentChoice = 'granted' | 'denied';

/** Returns the visitor's choice; undefined before the first choice in any tab. */
export function readChoice(): ConsentChoice | undefined {
  const choice = localRecords.read(CONSENT_STORAGE_KEY) ?? document.documentElement.dataset.consent;
  return choice === 'granted' || choice === 'denied' ? choice : undefined;
}

export function writeChoice(choice: ConsentChoice): void {
  localRecords.write(CONSENT_STORAGE_KEY, choice);
  // The attribute also has the choice, because other scripts cannot read it from a storage that the browser forbids.
  document.documentElement.dataset.consent = choice;
}

/** After a refusal, Google and Meta get no calls at all. */
export const isRefused = (): boolean => readChoice() === 'denied';

export const defaultChoice = (mode: TrackingContent['consent']): ConsentChoice =>
  mode === 'notice' ? 'granted' : 'denied';

export const isGranted = (mode: TrackingContent['consent']): boolean =>
  (readChoice() ?? defaultChoice(mode)) === 'granted';
