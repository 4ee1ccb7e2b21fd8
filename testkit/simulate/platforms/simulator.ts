import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BRASILIA_OFFSET_MS } from '@funil/contract/brasilia';
import { appendReference } from '@funil/contract/capture/reference';
import type { Utms } from '@funil/contract/capture/utm';
import type { PlatformName } from '@funil/contract/sales/platforms';
import type { SaleState } from '@funil/contract/sales/sale-record';
import type { ChargeSplit } from '@funil/server/sales/notices/notice';

type SimulatedMethod = 'pix' | 'boleto' | 'credit_card';

export interface PlannedSale extends SaleIds {
  /** The order's id. A bump has the id of its main product's order. */
  readonly orderId: string;
  readonly subscription: string | null;
  /** Null if the platform does not number the charges, or the sale charges no subscription. */
  readonly chargeNumber: number | null;
  readonly platform: PlatformName;
  readonly uuid: string;
  readonly number: number;
  readonly product: { readonly id: string; readonly name: string };
  readonly valueCents: number;
  readonly split: { readonly [Part in keyof ChargeSplit]: number };
  readonly installments: number;
  readonly method: SimulatedMethod;
  /** `phone` has area code and number, but no country code. */
  readonly buyer: { readonly name: string; readonly email: string; readonly phone: string };
  readonly utms: Utms;
  /** Ms since the epoch, as precise as the platform's notices. */
  readonly createdAt: number;
}

interface SaleIds {
  /** Identifies the sale in all its notices. */
  readonly saleKey: string;
  /** The order's id; if left out, the sale's key. */
  readonly orderId?: string;
  /** Left out if only subscriptions have such an id on this platform. */
  readonly subscription?: string | null;
  /** The transaction that the platform shows after the payment; if left out, the sale's key. */
  readonly paidTransaction?: string;
}

export interface PlannedNotice {
  readonly sale: PlannedSale;
  readonly kind: SaleState;
  /** When the event happened and the notice was written: ms since the epoch. */
  readonly at: number;
  /** Null before the payment. */
  readonly paidAt: number | null;
  /** 32 hexadecimal digits; null if the checkout lost it. */
  readonly reference: string | null;
  readonly id: string;
}

/** New values, by their path in the sample (`data.buyer.name`, `items.1.name`). */
export type SampleChanges = Readonly<Record<string, unknown>>;

type Digits = Pick<PlannedSale, 'uuid' | 'number'>;

export interface NoticeProof {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** A platform's simulated checkout. `npm run simulate` sells through it and writes its notices. */
export interface CheckoutSimulator {
  readonly methods: readonly { readonly method: SimulatedMethod; readonly share: number }[];
  readonly timestampPrecisionMs: number;
  readonly sendsExpiry: boolean;
  /** False if the server dates refunds and refusals by their arrival; then the simulator makes none. */
  readonly datesRefunds: boolean;
  readonly hasChargebacks: boolean;
  readonly statesFees: boolean;
  readonly hasBumps: boolean;
  /** Whether notices number a subscription's charges; null if the simulator sells no subscriptions here. */
  readonly hasChargeNumbers: boolean | null;
  /** The fields of a cart's notices; null if the platform sends none. */
  readonly carts: {
    readonly hasReference: boolean;
    readonly hasMethod: boolean;
    readonly hasProductName: boolean;
    nameCart(digits: Digits, email: string): string | null;
  } | null;
  createSaleIds(digits: Digits): SaleIds;
  readonly samples: Partial<Record<SaleState, string>> & { readonly paid: string };
  /** Returns the fields that differ from the sample, which must have their paths. */
  changesFor(notice: PlannedNotice, secret: string): SampleChanges;
  /** Writes the body; if left out, the body is JSON. */
  encode?(filled: object, notice: PlannedNotice): string;
  /** Returns the headers or the query that authenticate the body; left out if the body contains a token. */
  sign?(body: Uint8Array, secret: string, notice?: PlannedNotice): Partial<NoticeProof>;
}

export const CHECKOUT_DEFAULTS = {
  methods: [
    { method: 'credit_card', share: 42 },
    { method: 'pix', share: 43 },
    { method: 'boleto', share: 15 },
  ],
  timestampPrecisionMs: 1,
  sendsExpiry: true,
  datesRefunds: true,
  hasChargebacks: true,
  statesFees: true,
  hasBumps: false,
  hasChargeNumbers: null,
  createSaleIds: ({ number }: Digits): SaleIds => ({ saleKey: String(number) }),
} as const;
export const MINIMAL_CART = {
  hasReference: false,
  hasMethod: false,
  hasProductName: true,
  nameCart: ({ uuid }: Digits): string | null => `cart:${uuid}`,
};

const folderOf = (platform: PlatformName) => join(import.meta.dirname, platform, 'samples');

export const listSamples = (platform: PlatformName): string[] =>
  readdirSync(folderOf(platform)).map((file) => file.replace('.json', ''));

export const readSample = (platform: PlatformName, name: string): string =>
  readFileSync(join(folderOf(platform), `${name}.json`), 'utf8');

export function fillSample(sample: string, changes: SampleChanges): object {
  const filled: object = JSON.parse(sample);
  for (const [path, value] of Object.entries(changes)) {
    const steps = path.split('.');
    const field = steps.pop() ?? '';
    const parent = steps.reduce((node, step) => Reflect.get(node, step) ?? {}, filled);
    if (!Object.hasOwn(parent, field)) throw new Error(`The sample has no ${path}.`);
    Reflect.set(parent, field, value);
  }
  return filled;
}

export const reais = (centavos: number): number => centavos / 100;
export const iso = (time: number): string => new Date(time).toISOString();

/** Returns a local time of Brasília: `2026-11-03 14:05:09`. */
export const brasiliaTime = (time: number): string =>
  iso(time - BRASILIA_OFFSET_MS)
    .slice(0, 19)
    .replace('T', ' ');

export const formatOrNull = (
  write: (time: number) => string,
  time: number | null,
): string | null => (time === null ? null : write(time));

export const utmChanges = (
  prefix: string,
  utms: Utms,
  write: (text: string) => string | null = (text) => text,
): SampleChanges =>
  Object.fromEntries(
    Object.entries(utms).map(([name, text]) => [prefix + name.slice('utm_'.length), write(text)]),
  );

export const utmWithReference = (own: string, reference: string | null): string =>
  reference === null ? own : appendReference(own, reference);
