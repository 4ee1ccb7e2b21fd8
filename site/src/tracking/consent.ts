import type { TrackingContent } from '@funil/content/schema/site';
import { whenLoadedAndIdle } from '../behaviours/timing.ts';
import { AD_CLICKS_STORAGE_KEY } from '../visitor/arrival.ts';
import {
  CONSENT_STORAGE_KEY,
  type ConsentChoice,
  isGranted,
  readChoice,
  writeChoice,
} from '../visitor/consent-choice.ts';
import { localRecords } from '../visitor/storage.ts';
import { consentElement } from './settings.ts';
import { loadThirdParties, prepareThirdParties, sendConsentToThirdParties } from './third-party.ts';

const THIRD_PARTY_COOKIE = /^_(ga|gid|gat|gcl|gac|fbp|fbc)/;

function deleteThirdPartyData(): void {
  localRecords.write(AD_CLICKS_STORAGE_KEY, {});
  const hostLabels = window.location.hostname.split('.');
  const domains = hostLabels.map((_, index) => `; domain=${hostLabels.slice(index).join('.')}`);
  for (const cookie of document.cookie.split('; ')) {
    const name = cookie.split('=')[0] ?? '';
    if (!THIRD_PARTY_COOKIE.test(name)) continue;
    for (const domain of ['', ...domains]) {
      // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox have no other way
      document.cookie = `${name}=; path=/; max-age=0${domain}`;
    }
  }
}

/** The footer's switch, which shows the visitor's choice and changes it. */
const findSwitch = () => document.querySelector<HTMLElement>('[data-consent-switch]');

function updateSwitch({ consent }: TrackingContent): void {
  const state: ConsentChoice = isGranted(consent) ? 'granted' : 'denied';
  for (const element of findSwitch()?.querySelectorAll<HTMLElement>('[data-when]') ?? []) {
    element.hidden = element.dataset.when !== state;
  }
}

function applyChoice(choice: ConsentChoice, settings: TrackingContent): void {
  writeChoice(choice);
  sendConsentToThirdParties(choice, settings);
  if (choice === 'granted') loadThirdParties(settings);
  else deleteThirdPartyData();
  const notice = consentElement();
  if (notice) notice.hidden = true;
  updateSwitch(settings);
}

function watchChoices(container: HTMLElement, settings: TrackingContent): void {
  container.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-choice]') : null;
    if (!button) return;
    applyChoice(button.dataset.choice === 'granted' ? 'granted' : 'denied', settings);
    // The clicked button is now hidden, so the button that the switch shows gets the focus.
    container.querySelector<HTMLElement>('[data-when]:not([hidden]) [data-choice]')?.focus();
  });
}

/** Applies a choice that was made in another tab, or before a return from the back/forward cache. */
function followOtherTabs(settings: TrackingContent): void {
  const applyStoredChoice = () => {
    const choice = readChoice();
    if (choice) applyChoice(choice, settings);
  };
  window.addEventListener(
    'storage',
    ({ key }) => key === CONSENT_STORAGE_KEY && applyStoredChoice(),
  );
  window.addEventListener('pageshow', ({ persisted }) => persisted && applyStoredChoice());
}

/** Prepares Google and Meta, and shows the notice or question that content configures. */
export function startConsent(settings: TrackingContent): void {
  prepareThirdParties(settings);
  followOtherTabs(settings);
  whenLoadedAndIdle(() => {
    if (isGranted(settings.consent)) loadThirdParties(settings);
  });
  const footerSwitch = findSwitch();
  if (footerSwitch) {
    updateSwitch(settings);
    footerSwitch.hidden = false;
    watchChoices(footerSwitch, settings);
  }
  const notice = consentElement();
  if (!notice || readChoice()) return;
  notice.hidden = false;
  watchChoices(notice, settings);
}
