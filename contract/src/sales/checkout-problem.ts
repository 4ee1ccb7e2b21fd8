import { type Checkout, checkoutPlatform, platformOfAddress } from './checkout.ts';
import { type PlatformName, platformLabel } from './platforms.ts';

/** Matches hosts reserved for examples (RFC 2606), and hosts of this machine and of frequent private networks. */
const RESERVED_HOST =
  /(^|\.)(example(\.(com|net|org))?|invalid|test|localhost|local)$|^(127|10|192\.168)\.|^\[::1\]$/;

/** True for an address that cannot be opened on the internet. Throws for an invalid one. */
export const isExampleAddress = (url: string): boolean => RESERVED_HOST.test(new URL(url).hostname);

type CheckoutPlace = Pick<Checkout, 'url' | 'platform'>;

/** A checkout and the listed product that it sells; `name` is null for the page's own product. */
export interface CheckoutOffer extends CheckoutPlace {
  readonly name: string | null;
}

/** The seller's checkouts, as content or the built site lists them. */
interface Catalog {
  readonly checkout: CheckoutPlace;
  readonly products: readonly (CheckoutPlace & { readonly names: readonly string[] })[];
}

/** Returns an offer for each of the seller's checkouts, the page's own first. */
export const offersOf = ({ checkout, products }: Catalog): CheckoutOffer[] => [
  { ...checkout, name: null },
  ...products.map(({ names: [name = ''], url, platform }) => ({ name, url, platform })),
];

export const describeCheckout = ({ name }: CheckoutOffer): string =>
  name === null ? 'checkout' : `checkout de “${name}”`;

export const describeSaleByPlatform = ({ name }: CheckoutOffer): string =>
  name === null ? 'a página vende por ela' : `você vende “${name}” por ela`;

/** Hosts of panels, members' areas, marketplaces and platforms' own sites. Source: public pages that link to them. */
const PANEL_HOST =
  /^(?:(?:app(?:-vlc)?|dashboard|dash|orbita|my|console|accounts|consumer|members|produtor|www)\.)?(?:hotmart\.com|kiwify\.com(?:\.br)?|eduzz\.com|monetizze\.com\.br|ticto\.com\.br|tmb(?:educacao)?\.com\.br)$|\.club\.hotmart\.com$|^app\.hub\.la$/;
/** Matches the paths at which the hosts of Hubla's and Monetizze's panels also serve checkouts. */
const CHECKOUT_PATH = /^\/(?:checkout|r)(?:\/|$)/;

/**
 * Explains in Portuguese why nobody can pay at an offer's address, or why its sales do not arrive or find no lead:
 * the platform is unknown, contradicts the address, or has no secret. Returns null if there is no problem, or if the
 * address is an example.
 * @param isConnected whether a platform's secret is set
 */
export function explainCheckoutProblem(
  offer: CheckoutOffer,
  isConnected: (platform: PlatformName) => boolean,
): string | null {
  if (isExampleAddress(offer.url)) return null;
  const { host, hostname, pathname } = new URL(offer.url);
  const addressPlatform = platformOfAddress(offer.url);
  const platform = checkoutPlatform(offer);
  const checkout = describeCheckout(offer);
  const editorPlace = `Página › Checkout${offer.name === null ? '' : ' › Outros produtos'}`;
  if (platform === null) {
    return `De que plataforma é o ${checkout} em ${host}? Sem ela, a venda só encontra o lead pelo contato de quem compra: escolha em ${editorPlace}.`;
  }
  const label = platformLabel(platform);
  if (addressPlatform !== null && PANEL_HOST.test(hostname) && !CHECKOUT_PATH.test(pathname)) {
    return `O ${checkout} abre o painel ou a vitrine da ${platformLabel(addressPlatform)} (${host}), e não o pagamento: copie lá o link de pagamento do produto, e cole-o em ${editorPlace}.`;
  }
  if (addressPlatform !== null && addressPlatform !== platform) {
    const statedPlatform = platform === 'other' ? 'de outra plataforma' : `da ${label}`;
    return `O ${checkout} está marcado como ${statedPlatform}, e o endereço (${host}) é da ${platformLabel(addressPlatform)}: a venda não encontra o lead. Corrija em ${editorPlace}.`;
  }
  if (platform === 'other' || isConnected(platform)) return null;
  return `A ${label} não está ligada, e ${describeSaleByPlatform(offer)}: as vendas não chegam. Ligue em Ligações.`;
}

export const explainCheckoutProblems = (
  catalog: Catalog,
  isConnected: (platform: PlatformName) => boolean,
): string[] =>
  offersOf(catalog).flatMap((offer) => explainCheckoutProblem(offer, isConnected) ?? []);
