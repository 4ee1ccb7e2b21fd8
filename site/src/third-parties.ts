// Runs inline, and only where Google or Meta is configured: the page's first event finds them ready.
import { startConsent } from './tracking/consent.ts';
import { readSettings } from './tracking/settings.ts';
import { isOwnVisit } from './visitor/own-visit.ts';

if (!isOwnVisit()) startConsent(readSettings());
