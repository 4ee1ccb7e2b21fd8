import type { SiteContent } from '@funil/content/schema/site';
import type { Utms } from '@funil/contract/utm';

/** The checkout's address for this visitor; parameters already in it stay. */
export function buildCheckoutUrl({ url, funnel }: SiteContent['checkout'], utms: Utms): string {
  const address = new URL(url);
  const { utm_source, utm_medium, utm_campaign, utm_content, utm_term } = utms;
  const parameters = { funnel, ra: 'false', utm_source, utm_medium };
  const others = { utm_campaign, utm_content, utm_term };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  for (const [name, value] of Object.entries(others)) {
    if (value !== '') address.searchParams.set(name, value);
  }
  return address.href;
}

/** Leaves for the checkout. */
export function goToCheckout(checkout: SiteContent['checkout'], utms: Utms): void {
  try {
    window.location.assign(buildCheckoutUrl(checkout, utms));
  } catch (error) {
    // The lead is saved; the visitor stays on the page.
    console.error('checkout', error);
  }
}
