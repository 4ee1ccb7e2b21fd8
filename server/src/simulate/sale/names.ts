import { createHash } from 'node:crypto';
import type { PlatformName } from '@funil/contract/platforms';

interface Digits {
  readonly uuid: string;
  readonly number: number;
}

/** The checkout's address in a sale's notices; the only name that an abandoned cart has. */
export const cartAddress = {
  ticto: (uuid: string) =>
    `https://checkout.ticto.app/O${uuid.replaceAll('-', '').slice(-16).toUpperCase()}`,
  monetizze: (uuid: string) =>
    `https://app.monetizze.com.br/checkout/KAL35553/?rec=${uuid.replaceAll('-', '')}`,
};

/** How a platform calls a sale: what its notices share, and what it shows once the sale was paid. */
export function nameSale(platform: PlatformName, { uuid, number }: Digits) {
  const same = (name: string) => ({ saleKey: name, paidTransaction: name });
  switch (platform) {
    case 'hotmart':
      return same(`HP${number}`);
    case 'kiwify':
    case 'hubla':
      return same(uuid);
    case 'eduzz':
      return { saleKey: String(number), paidTransaction: `TX-${number}` };
    case 'ticto':
      return same(`TPA${uuid.replaceAll('-', '').slice(-12).toUpperCase()}`);
    case 'tmb':
    case 'monetizze':
      return same(String(number));
  }
}

/** A cart that was left has no transaction yet: the adapters call it by what its notice has. */
export function nameCart(platform: PlatformName, { uuid }: Digits, email: string) {
  const hex = uuid.replaceAll('-', '');
  const names: Partial<Record<PlatformName, string>> = {
    eduzz: hex,
    ticto: digestOf(`${cartAddress.ticto(uuid)}\n${email}`),
    monetizze: digestOf(`${cartAddress.monetizze(uuid)}\n${email}`),
  };
  const name = `cart:${names[platform] ?? uuid}`;
  return { saleKey: name, paidTransaction: name };
}

/** A cart's name tells nobody who left it. */
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);
