// Runs inline in the head, so that no click is lost from the first paint on. Every byte here
// delays that paint: only what cannot wait for page.ts.
import { watchDialogButtons } from './behaviours/dialog-openers.ts';
import { keepEarlyClicks } from './behaviours/early-clicks.ts';

keepEarlyClicks();
watchDialogButtons();
