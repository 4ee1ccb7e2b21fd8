import { fillUtms, UTM_FIELDS, type Utms } from '@funil/contract/capture/utm';
import type { CheckoutLink } from '@funil/contract/contacts/contacts';
import { resolveCheckout } from '@funil/contract/sales/checkout';
import { checkoutAddress } from '@funil/contract/sales/checkout-address';
import { isExampleAddress } from '@funil/contract/sales/checkout-problem';
import { findProduct, type Product, productCode } from '@funil/contract/sales/products';
import type { SiteInfo } from '@funil/contract/site/site-info';
import type { FastifyInstance } from 'fastify';
import type { EnvVariables } from '../config/variables.ts';
import type { ContactRow } from '../contacts/contact-rows.ts';
import type { LiveSite } from '../site/live-site.ts';
import type { CaptureReader, CaptureStore } from '../store/capture/capture-store.ts';
import { referenceOf, uuidOf } from '../store/queries/uuid.ts';
import type { SaleRow } from '../store/sales-tables.ts';

const PAYMENT_PATH = '/pagar/';
const LINK_CODE = /^[\w-]{22}$/;

interface LinkedContact {
  /** The lead's idempotency key, or the application's id. */
  readonly uuid: string;
  readonly utms: Utms;
}

const productsOf = (site: SiteInfo): readonly [own: Product, ...Product[]] => [
  { ...site.checkout, names: [site.product, ...site.checkout.names] },
  ...site.products,
];

const linkedProductOf = (
  site: SiteInfo,
  { platform, product_name, product_id }: Pick<SaleRow, 'platform' | 'product_name' | 'product_id'>,
): Product | undefined =>
  findProduct(productsOf(site), { platform, names: [product_name, product_id] });

/** The address has the contact's key, which comes back in the sale's notice. Null: the site has no checkout. */
function makeCheckoutUrl(
  site: SiteInfo | null,
  { uuid, utms }: LinkedContact,
  product?: Pick<Product, 'url' | 'platform'>,
): string | null {
  if (!site?.checkout.funnel) return null;
  const { funnel, refParameter } = site.checkout;
  const { url, platform } = product ?? site.checkout;
  const checkout = resolveCheckout({ url, funnel, platform, refParameter });
  return checkoutAddress(checkout, utms, uuid).href;
}

interface LinkContext {
  readonly site: SiteInfo | null;
  readonly env: EnvVariables;
  /** The public listener's address, used in links of a demonstration; null: unknown. */
  readonly listenAddress: string | null;
}

/**
 * Returns a short link of the page's server, or the checkout's address if this server does not serve the page. Null:
 * the site has no checkout.
 * @param product left out: the page's own product
 */
export function makePaymentLink(
  { site, env, listenAddress }: LinkContext,
  contact: LinkedContact,
  product?: Product,
): string | null {
  if (!site?.checkout.funnel) return null;
  const siteAddress = site.isDemo && isExampleAddress(site.url) ? listenAddress : site.url;
  const code = toLinkCode(contact.uuid);
  if (siteAddress === null || env.PUBLIC_SUPABASE_URL || !LINK_CODE.test(code)) {
    return makeCheckoutUrl(site, contact, product);
  }
  const isOwnProduct = product === undefined || product.url === site.checkout.url;
  const link = siteAddress + PAYMENT_PATH + code;
  return isOwnProduct ? link : `${link}/${encodeURIComponent(productCode(product))}`;
}

/** @param sale the link sells its product; left out: the page's own product */
export function makeContactLink(
  context: LinkContext,
  contact: ContactRow | null,
  sale?: SaleRow,
): CheckoutLink {
  const { site } = context;
  if (contact === null) return { url: null, missing: 'contact' };
  if (contact.reference === null) return { url: null, missing: 'key' };
  const product = site && sale ? linkedProductOf(site, sale) : undefined;
  if (site && sale && !product) return { url: null, missing: 'product' };
  const linkedContact = { uuid: contact.reference, utms: contact.origin };
  // The UTMs of a started application are only in its events, which the page's server does not read.
  const url =
    contact.stage === 'started'
      ? makeCheckoutUrl(site, linkedContact, product)
      : makePaymentLink(context, linkedContact, product);
  return url === null ? { url, missing: 'checkout' } : { url };
}

export const toLinkCode = (key: string): string =>
  Buffer.from(referenceOf(key), 'hex').toString('base64url');

const readLinkCode = (code: string): string | null =>
  LINK_CODE.test(code) ? uuidOf(Buffer.from(code, 'base64url').toString('hex')) : null;

/** @param key a lead's idempotency key, or an application's id */
export async function findUtms({ read }: CaptureReader, key: string): Promise<Utms | null> {
  const columns = UTM_FIELDS.join(', ');
  const rows = await read(
    `select ${columns} from leads where idempotency_key = $1
     union all select * from (
       select ${columns} from applications where id = $1 order by created_at desc limit 1) as sent
     limit 1`,
    [key],
  );
  return (rows?.[0] as Utms | undefined) ?? null;
}

/** Removes marks that chats add to a link; a contact's code and a product's end in a letter or digit. */
const withoutMarks = (code: string) => code.replace(/(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/u, '');

export async function findCheckoutUrl(
  info: SiteInfo | null,
  store: CaptureReader,
  path: { readonly code: string; readonly product?: string | undefined },
): Promise<string | null> {
  const uuid = readLinkCode(withoutMarks(path.code));
  const soughtCode = withoutMarks(path.product ?? '');
  const product =
    soughtCode === ''
      ? info?.checkout
      : info?.products.find((listed) => productCode(listed) === soughtCode);
  if (!product || uuid === null) return null;
  const utms = (await findUtms(store, uuid)) ?? fillUtms('');
  return makeCheckoutUrl(info, { uuid, utms }, product);
}

/** A link's code is the contact's key, 16 bytes that cannot be guessed, so no table lists the links. */
export function addPaymentLinks(app: FastifyInstance, site: LiveSite, store: CaptureStore) {
  const path = `${PAYMENT_PATH}:code`;
  for (const url of [path, `${path}/:product`, `${path}/:product/`]) {
    app.get<{ Params: { code: string; product?: string } }>(url, async ({ params }, reply) => {
      const address = await findCheckoutUrl(site.current.info, store, params);
      if (address === null) return reply.callNotFound();
      return reply
        .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
        .redirect(address);
    });
  }
}
