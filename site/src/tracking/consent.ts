import { whenLoadedAndIdle } from '../behaviours/timing.ts';
import { AD_CLICKS_STORAGE_KEY } from '../visitor/ad-clicks.ts';
import { localRecords } from '../visitor/storage.ts';
import {
  type Choice,
  CONSENT_STORAGE_KEY,
  isGranted,
  readChoice,
  writeChoice,
} from './consent-choice.ts';
import { consentElement, type TrackingSettings } from './settings.ts';
import { announceChoice, loadThirdParties, prepareThirdParties } from './third-party.ts';

/** Cookies that Google's and Meta's scripts set for this site. */
const THEIRS = /^_(ga|gid|gat|gcl|gac|fbp|fbc)/;

/** Takes back what Google and Meta have stored here, once the visitor has said no. */
function forgetCookies(): void {
  localRecords.write(AD_CLICKS_STORAGE_KEY, {});
  const labels = window.location.hostname.split('.');
  const domains = labels.map((_, index) => `; domain=${labels.slice(index).join('.')}`);
  for (const cookie of document.cookie.split('; ')) {
    const name = cookie.split('=')[0] ?? '';
    if (!THEIRS.test(name)) continue;
    for (const domain of ['', ...domains]) {
      // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox have no other way
      document.cookie = `${name}=; path=/; max-age=0${domain}`;
    }
  }
}

/** The footer's switch, which says what holds and takes it back with one press. */
const findSwitch = () => document.querySelector<HTMLElement>('[data-consent-switch]');

function showState({ consent }: TrackingSettings): void {
  const state: Choice = isGranted(consent) ? 'granted' : 'denied';
  for (const part of findSwitch()?.querySelectorAll<HTMLElement>('[data-when]') ?? []) {
    part.hidden = part.dataset.when !== state;
  }
}

function choose(choice: Choice, settings: TrackingSettings): void {
  writeChoice(choice);
  announceChoice(choice, settings);
  if (choice === 'granted') loadThirdParties(settings);
  else forgetCookies();
  const notice = consentElement();
  if (notice) notice.hidden = true;
  showState(settings);
}

/** Lets every button of a part that says a choice make it. */
function watchChoices(part: HTMLElement, settings: TrackingSettings): void {
  part.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-choice]') : null;
    if (!button) return;
    choose(button.dataset.choice === 'granted' ? 'granted' : 'denied', settings);
    // The switch's pressed button has given way to the other.
    part.querySelector<HTMLElement>('[data-when]:not([hidden]) [data-choice]')?.focus();
  });
}

/** What is chosen in another tab holds here, too; also in a page that the browser kept and shows again. */
function followOtherTabs(settings: TrackingSettings): void {
  const follow = () => {
    const choice = readChoice();
    if (choice) choose(choice, settings);
  };
  window.addEventListener('storage', ({ key }) => key === CONSENT_STORAGE_KEY && follow());
  window.addEventListener('pageshow', ({ persisted }) => persisted && follow());
}

/** Asks or tells the visitor, as content says, where Google or Meta is configured. */
export function startConsent(settings: TrackingSettings): void {
  prepareThirdParties(settings);
  followOtherTabs(settings);
  whenLoadedAndIdle(() => {
    if (isGranted(settings.consent)) loadThirdParties(settings);
  });
  const footer = findSwitch();
  if (footer) {
    showState(settings);
    footer.hidden = false;
    watchChoices(footer, settings);
  }
  const notice = consentElement();
  if (!notice || readChoice()) return;
  notice.hidden = false;
  watchChoices(notice, settings);
}
