import { AD_CLICKS_STORAGE_KEY } from '../visitor/ad-clicks.ts';
import { localRecords } from '../visitor/storage.ts';

/** Cookies that Google's and Meta's scripts set for this site. */
const THEIRS = /^_(ga|gid|gat|gcl|gac|fbp|fbc)/;

/** Takes back what Google and Meta have stored here, once the visitor has said no. */
export function forgetCookies(): void {
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
