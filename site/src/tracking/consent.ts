import { type Choice, isGranted, readChoice, writeChoice } from './consent-choice.ts';
import { consentElement, type TrackingSettings } from './settings.ts';
import { announceChoice, loadThirdParties, prepareThirdParties } from './third-party.ts';
import { whenIdle } from './when-idle.ts';

function choose(choice: Choice, settings: TrackingSettings): void {
  writeChoice(choice);
  announceChoice(choice, settings);
  if (choice === 'granted') loadThirdParties(settings);
}

/** Asks or tells the visitor, as content says, where Google or Meta is configured. */
export function startConsent(settings: TrackingSettings): void {
  prepareThirdParties(settings);
  whenIdle(() => {
    if (isGranted(settings.consent)) loadThirdParties(settings);
  });
  const notice = consentElement();
  if (!notice || readChoice()) return;
  notice.hidden = false;
  notice.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-choice]') : null;
    if (!button) return;
    notice.hidden = true;
    choose(button.dataset.choice === 'granted' ? 'granted' : 'denied', settings);
  });
}
