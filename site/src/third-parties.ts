// Inline if Google or Meta is configured, so that both are ready for the page's first event.
import { startConsent } from './tracking/consent.ts';
import { readTrackingSettings } from './tracking/settings.ts';
import { isOwnVisit } from './visitor/own-visit.ts';

if (!isOwnVisit()) startConsent(readTrackingSettings());
