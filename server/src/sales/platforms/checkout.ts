import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlatformName } from '@funil/contract/platforms';
import { withReference } from '@funil/contract/reference';
import type { PaymentMethod, SaleState } from '@funil/contract/sale';
import type { Utms } from '@funil/contract/utm';
import { BEHIND } from '../../visits/brasilia.ts';

/** A sale that the simulator made up. */
export interface PlannedSale extends SaleNames {
  readonly platform: PlatformName;
  /** Digits and letters of its own, for what else a platform names. */
  readonly uuid: string;
  readonly number: number;
  readonly product: { readonly id: string; readonly name: string };
  readonly valueCents: number;
  readonly method: PaymentMethod;
  /** `phone`: area code and number, without country. */
  readonly buyer: { readonly name: string; readonly email: string; readonly phone: string };
  readonly utms: Utms;
  /** Ms since the epoch, in the platform's timeUnitMs. */
  readonly createdAt: number;
}

interface SaleNames {
  /** What all notices of the sale share. */
  readonly saleKey: string;
  /** The transaction that is shown once it was paid; left out: the key. */
  readonly paidTransaction?: string;
}

/** One notice that a platform is to write. */
export interface PlannedNotice {
  readonly sale: PlannedSale;
  readonly kind: SaleState;
  /** When that happened, and was written: ms since the epoch. */
  readonly at: number;
  /** When it had been paid by then. */
  readonly paidAt: number | null;
  /** 32 hexadecimal digits; null: the reference was lost on its way. */
  readonly reference: string | null;
  /** A UUID: the notice's own, the same when it is repeated. */
  readonly id: string;
}

/** The values that differ from the sample's, by the path of their field (`data.buyer.name`, `items.1.name`). */
export type Changes = Readonly<Record<string, unknown>>;

type Digits = Pick<PlannedSale, 'uuid' | 'number'>;

/** What goes with a notice's body. */
export interface Signed {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** How a platform's sales go, and what its notices look like: what the simulator needs to know of it. */
export interface Checkout {
  readonly methods: readonly [MethodShare, ...MethodShare[]];
  /** The finest its notices tell of time, in ms. */
  readonly timeUnitMs: number;
  /** Whether it tells of a Pix or boleto that ran out. */
  readonly sendsExpiry: boolean;
  /** Whether its notices date refunds and refusals; undated ones are not played, since they count when they arrive. */
  readonly datesRefunds: boolean;
  /** Whether a card's holder can take the money back over it. */
  readonly hasChargebacks: boolean;
  /** What it tells of carts that were left; null: nothing. `hasProductName`: else the product's id alone. */
  readonly carts: {
    readonly hasReference: boolean;
    readonly hasMethod: boolean;
    readonly hasProductName: boolean;
    /** A cart that was left has no transaction yet: the adapter calls it by what its notice has. */
    nameCart(digits: Digits, email: string): string | null;
  } | null;
  nameSale(digits: Digits): SaleNames;
  /** The sample for each kind of notice that the platform sends. */
  readonly samples: Partial<Record<SaleState, string>> & { readonly paid: string };
  /** Where a notice differs from its sample; a field that the sample does not have throws. */
  fill(notice: PlannedNotice, secret: string): Changes;
  /** Writes the body; left out: as JSON. */
  encode?(filled: object, notice: PlannedNotice): string;
  /** The proof that goes with the body's bytes; left out: it stands in the body. */
  sign?(body: Uint8Array, secret: string, notice?: PlannedNotice): Partial<Signed>;
}

interface MethodShare {
  readonly method: PaymentMethod;
  readonly share: number;
}

/** What most platforms have in common. */
export const USUAL = {
  methods: [
    { method: 'credit_card', share: 42 },
    { method: 'pix', share: 43 },
    { method: 'boleto', share: 15 },
  ],
  timeUnitMs: 1,
  sendsExpiry: true,
  datesRefunds: true,
  hasChargebacks: true,
  nameSale: ({ number }: Digits): SaleNames => ({ saleKey: String(number) }),
} as const;
/** A cart that tells of its product and buyer alone. */
export const BARE_CART = {
  hasReference: false,
  hasMethod: false,
  hasProductName: true,
  nameCart: ({ uuid }: Digits): string | null => `cart:${uuid}`,
};

/** The text of a real notice, such as `approved` of Hotmart. The people in it are invented. */
export const readSample = (platform: PlatformName, name: string): string =>
  readFileSync(join(import.meta.dirname, platform, 'samples', `${name}.json`), 'utf8');

/** Centavos divided by a hundred are the nearest decimal, exactly. */
export const reais = (centavos: number): number => centavos / 100;
export const iso = (time: number): string => new Date(time).toISOString();

/** `2026-11-03 14:05:09` on Brasília's clocks, which keep no summer time (2019, Decreto 9.772). */
export const brasiliaTime = (time: number): string =>
  iso(time - BEHIND)
    .slice(0, 19)
    .replace('T', ' ');

export const orNull = (write: (time: number) => string, time: number | null): string | null =>
  time === null ? null : write(time);

/** A UTM as the page's link has it. */
export const linkedUtm = (own: string, reference: string | null): string =>
  reference === null ? own : withReference(own, reference);
