import { MINUTE_MS, SECOND_MS } from '@funil/contract/durations';
import { type Random, timeUuid } from '../random.ts';
import type { Diary, Dice } from './diary.ts';
import { rate } from './reading.ts';

/** What came of the short form: the submission's key and when it was sent; null: nothing was. */
export interface LeftLead {
  readonly key: string;
  /** Ms since the epoch. */
  readonly at: number;
  readonly reachedCheckout: boolean;
}

export interface LeftApplication {
  readonly id: string;
  /** When the form was opened, ms since the epoch. */
  readonly at: number;
  readonly isFinished: boolean;
}

const LEAD_FORM = { form: 'lead', field: 'nome' } as const;

/** Opens the short form, and fills it in or gives it up. */
export function fillLeadForm(diary: Diary, { story, names }: Dice, section: string) {
  diary.press('Quero entrar na comunidade', section, 'lead');
  tellSpeed(diary, story);
  diary.wait(2 * SECOND_MS, 8 * SECOND_MS);
  if (story.chance(0.3)) return null;
  diary.tell('form_start', LEAD_FORM);
  diary.wait(6 * SECOND_MS, 45 * SECOND_MS);
  if (story.chance(0.36)) {
    const field = story.chance(0.7) ? 'telefone' : 'nome';
    diary.tell('form_abandon', { form: 'lead', field });
    return null;
  }
  const at = diary.now();
  const lead_ref = timeUuid(names, at);
  diary.wait(80, 900);
  diary.tell('form_complete', { form: 'lead', lead_ref });
  diary.tell('generate_lead', { currency: 'BRL', value: 0, lead_ref });
  diary.wait(1000, 1100);
  const reachedCheckout = story.chance(0.96);
  if (reachedCheckout) diary.tell('checkout_redirect', { lead_ref });
  return { key: lead_ref, at, reachedCheckout };
}

/** Opens the application: null where it was left before the first step was. */
export function fillApplication(diary: Diary, { story, names }: Dice): LeftApplication | null {
  diary.press('PREENCHER APLICAÇÃO', 'aplicacao', 'application');
  tellSpeed(diary, story);
  const at = diary.now();
  const lead_ref = timeUuid(names, at);
  diary.wait(5 * SECOND_MS, 30 * SECOND_MS);
  if (story.chance(0.25)) return null;
  diary.tell('form_start', { form: 'aplicacao', step: 1, field: 'nome', lead_ref });
  diary.wait(30 * SECOND_MS, 2 * MINUTE_MS);
  if (story.chance(0.2)) {
    diary.tell('form_abandon', { form: 'aplicacao', step: 1, field: 'whatsapp', lead_ref });
    return null;
  }
  const isFinished = story.chance(0.6);
  diary.wait(MINUTE_MS, 4 * MINUTE_MS);
  if (isFinished) diary.tell('form_complete', { form: 'aplicacao', step: 4, lead_ref });
  else {
    const [step, field] = story.pick([
      [2, 'faturamento'],
      [2, 'empresa'],
      [3, 'cronograma'],
    ]);
    diary.tell('form_abandon', { form: 'aplicacao', step, field, lead_ref });
  }
  return { id: lead_ref, at, isFinished };
}

function tellSpeed(diary: Diary, story: Random) {
  const delay = story.between(24, 260);
  diary.tell('web_vital', { metric: 'INP', value: delay, rating: rate(delay, 200, 500) });
}
