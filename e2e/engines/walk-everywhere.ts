import type { TestAPI } from 'vitest';
import { walkThroughTheApplication } from './application.ts';
import { lookAtTheLetters, readWithoutScript, visitInMotion } from './calm.ts';
import { workAtTheConsole } from './console.ts';
import type { Engine } from './engine.ts';
import { journeysIn } from './journeys.ts';
import { walkBackFromTheLeadDialog, walkToCheckout } from './lead.ts';
import { openModules, walkThroughConversations, watchAVideo } from './page.ts';

/** Every journey there is of a visitor, and an operator's day, in one engine. */
export function walkEverywhere(engine: Engine, test: TestAPI): void {
  const journey = journeysIn(engine, test);
  walkToCheckout(journey);
  walkBackFromTheLeadDialog(journey);
  walkThroughTheApplication(journey);
  walkThroughConversations(journey);
  watchAVideo(journey);
  openModules(journey);
  lookAtTheLetters(journey);
  readWithoutScript(journey);
  visitInMotion(journey);
  workAtTheConsole(engine, test);
}
