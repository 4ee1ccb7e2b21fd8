import { checkoutAddress } from '@funil/contract/checkout';
import { isExampleAddress } from '@funil/contract/checkout-problem';
import type { SiteInfo } from '@funil/contract/site-info';
import { UTM_FIELDS, type Utms } from '@funil/contract/utm';
import type { FastifyInstance } from 'fastify';
import type { Environment } from '../config/variables.ts';
import type { LiveSite } from '../site/live-site.ts';
import type { Store } from '../store/capture-store.ts';
import { referenceOf, uuidOf } from './sent-at.ts';

const PATH = '/pagar/';
/** A UUID's 16 bytes in base64url. */
const CODE = /^[\w-]{22}$/;

interface LinkedContact {
  /** The lead's idempotency key, or the application's id. */
  readonly key: string;
  readonly utms: Utms;
}

/** Returns the checkout's address for a contact, whose sale's notice returns the key; null: the site names no checkout. */
export function checkoutUrl(site: SiteInfo | null, { key, utms }: LinkedContact): string | null {
  if (!site?.checkout.funnel) return null;
  const { url, funnel, platform, refParameter } = site.checkout;
  return checkoutAddress({ url, funnel, platform, refParameter }, utms, key).href;
}

interface LinkHost {
  readonly site: SiteInfo | null;
  readonly env: Environment;
  /** The public listener's address, where a demonstration is shown; null: unknown. */
  readonly listenAddress: string | null;
}

/**
 * Returns a contact's payment link on the page's own address, which leads to the checkout; the checkout's address if this
 * server does not serve that page; null if the site names no checkout.
 */
export function paymentLink(
  { site, env, listenAddress }: LinkHost,
  contact: LinkedContact,
): string | null {
  const address = checkoutUrl(site, contact);
  const code = Buffer.from(referenceOf(contact.key), 'hex').toString('base64url');
  if (site === null || address === null || env.PUBLIC_SUPABASE_URL || !CODE.test(code)) {
    return address;
  }
  const host = site.isDemo && isExampleAddress(site.url) ? listenAddress : site.url;
  return host === null ? address : host + PATH + code;
}

/** Returns the key in a payment link's code; null for any other text. */
const keyOf = (code: string): string | null =>
  CODE.test(code) ? uuidOf(Buffer.from(code, 'base64url').toString('hex')) : null;

const NO_UTMS = Object.fromEntries(UTM_FIELDS.map((field) => [field, ''])) as Utms;

/**
 * `GET /pagar/:code` leads to the checkout with the contact's key and UTMs. A code is the key, 16 bytes that nobody guesses;
 * it needs no table, and names nobody after an erasure.
 */
export function addPaymentLinks(app: FastifyInstance, site: LiveSite, store: Store) {
  app.get<{ Params: { code: string } }>(`${PATH}:code`, async ({ params }, reply) => {
    const key = keyOf(params.code);
    const utms = key === null ? null : await store.findUtms(key);
    const url = key && checkoutUrl(site.current.info, { key, utms: utms ?? NO_UTMS });
    if (!url) return reply.callNotFound();
    return reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }).redirect(url);
  });
}
