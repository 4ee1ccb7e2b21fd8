import type { EventRow } from '@funil/contract/event';
import { fitEvent } from '@funil/contract/fit-event';
import type { ButtonClick } from '@funil/contract/journey';
import type { EventName, EventPayloads } from '@funil/contract/tracked-events';
import type { Utms } from '@funil/contract/utm';
import { type Random, timeUuid } from '../random.ts';

/** Chance: what happens, and how it is called. Apart, so that a seed tells the same story anew. */
export interface Dice {
  readonly story: Random;
  readonly names: Random;
}

/** What a page tells of one visit, event by event, on the visitor's clock. */
export interface Diary {
  readonly events: readonly EventRow[];
  readonly clicks: readonly ButtonClick[];
  readonly startedAt: number;
  /** The clock: ms since the epoch. */
  now(): number;
  wait(least: number, most: number): void;
  tell<Name extends EventName>(name: Name, payload: EventPayloads[Name]): void;
  press(label: string, section: string, opens: string): void;
}

export function openDiary(dice: Dice, utms: Utms, startedAt: number): Diary {
  const sessionId = timeUuid(dice.names, startedAt);
  const events: EventRow[] = [];
  const clicks: ButtonClick[] = [];
  let time = startedAt;
  function tell<Name extends EventName>(name: Name, payload: EventPayloads[Name]) {
    const id = timeUuid(dice.names, time);
    events.push(fitEvent({ id, sessionId, name, payload, time, utms }));
    // No two events of a visit are of one moment: its first is its first.
    time += 1;
  }
  return {
    events,
    clicks,
    startedAt,
    now: () => time,
    wait(least, most) {
      time += dice.story.between(least, most);
    },
    tell,
    press(label, section, opens) {
      clicks.push({ botao: label, timestamp: new Date(time).toISOString(), secao: section });
      tell('click', { button_name: label, section });
      tell('cta_click', { button_name: label, section, opens });
    },
  };
}
