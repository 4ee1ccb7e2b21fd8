import { type Checkout, checkoutPlatform, platformOfAddress } from './checkout.ts';
import { type PlatformName, platformLabel } from './platforms.ts';

/** Reserved hosts. Source: RFC 2606 */
const RESERVED = /(^|\.)(example(\.(com|net|org))?|invalid|test|localhost)$/;

/** Whether a checkout's address is an example, at which nobody can buy. */
export const isExampleAddress = (url: string): boolean => RESERVED.test(new URL(url).hostname);

/**
 * Returns why sales through a checkout do not find their lead, in Portuguese: address, stated platform and secrets do not
 * agree. Null: they do, or the address is an example.
 * @param isConnected whether a platform's secret is set
 */
export function explainCheckout(
  checkout: Pick<Checkout, 'url' | 'platform'>,
  isConnected: (platform: PlatformName) => boolean,
): string | null {
  if (isExampleAddress(checkout.url)) return null;
  const { host } = new URL(checkout.url);
  const ofAddress = platformOfAddress(checkout.url);
  const platform = checkoutPlatform(checkout);
  if (platform === null) {
    return `De que plataforma é o checkout em ${host}? Sem ela, a venda só encontra o lead pelo contato de quem compra: escolha em Página › Marca e página › Checkout.`;
  }
  const label = platformLabel(platform);
  if (ofAddress !== null && ofAddress !== platform) {
    const stated = platform === 'other' ? 'de outra plataforma' : `da ${label}`;
    return `O checkout está marcado como ${stated}, e o endereço (${host}) é da ${platformLabel(ofAddress)}: a venda não encontra o lead. Corrija em Página › Marca e página › Checkout.`;
  }
  if (platform === 'other' || isConnected(platform)) return null;
  return `A página vende pela ${label}, e ela não está ligada: as vendas não chegam. Ligue em Ligações.`;
}
