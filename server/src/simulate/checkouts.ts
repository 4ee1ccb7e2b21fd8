import { createHash } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@funil/contract/durations';
import type { PlatformName } from '@funil/contract/platforms';
import type { NoticeKind } from '../sales/notice.ts';
import type { Random } from './random.ts';

export type Method = 'pix' | 'boleto' | 'credit_card';
export type StepKind = Exclude<NoticeKind, 'other'>;

/** One thing that happened to a sale, ms since the epoch. */
export interface Step {
  readonly kind: StepKind;
  readonly at: number;
}

interface Checkout {
  readonly methods: readonly [
    { method: Method; share: number },
    ...{ method: Method; share: number }[],
  ];
  /** The finest its notices tell of time, in ms. */
  readonly unit: number;
  /** Whether it tells of a Pix or boleto that ran out. */
  readonly tellsExpiry: boolean;
  /** Whether its notices date refunds and refusals; undated ones are not played, since they count when they arrive. */
  readonly datesUndoing: boolean;
  /** Whether a card's holder can take the money back over it. */
  readonly hasChargebacks: boolean;
  /** What it tells of carts that were left; null: nothing. */
  readonly carts: {
    readonly hasReference: boolean;
    readonly hasMethod: boolean;
    /** Else its id alone. */
    readonly hasProductName: boolean;
  } | null;
}

const ALL = [
  { method: 'credit_card', share: 42 },
  { method: 'pix', share: 43 },
  { method: 'boleto', share: 15 },
] as const;
const BARE = { hasReference: false, hasMethod: false, hasProductName: true } as const;
const USUAL = {
  methods: ALL,
  unit: 1,
  tellsExpiry: true,
  datesUndoing: true,
  hasChargebacks: true,
} as const;

/** What sets the platforms apart in how a sale goes. */
export const CHECKOUTS: Readonly<Record<PlatformName, Checkout>> = {
  hotmart: { ...USUAL, carts: BARE },
  kiwify: { ...USUAL, unit: MINUTE_MS, tellsExpiry: false, carts: BARE },
  eduzz: { ...USUAL, carts: { ...BARE, hasProductName: false } },
  hubla: { ...USUAL, carts: { ...BARE, hasReference: true } },
  ticto: { ...USUAL, unit: SECOND_MS, carts: { ...BARE, hasReference: true, hasMethod: true } },
  tmb: {
    methods: [
      { method: 'boleto', share: 70 },
      { method: 'pix', share: 30 },
    ],
    ...{
      unit: SECOND_MS,
      tellsExpiry: true,
      datesUndoing: true,
      hasChargebacks: false,
      carts: null,
    },
  },
  monetizze: {
    ...USUAL,
    ...{ unit: SECOND_MS, datesUndoing: false, hasChargebacks: false },
    carts: { ...BARE, hasReference: true },
  },
};

interface Beginning {
  readonly platform: PlatformName;
  readonly method: Method;
  readonly createdAt: number;
}

/** What becomes of a sale, in order, as if there were no end of the month. */
export function courseOf({ platform, method, createdAt }: Beginning, story: Random): Step[] {
  const { unit, tellsExpiry, datesUndoing, hasChargebacks } = CHECKOUTS[platform];
  const steps: Step[] = [];
  const add = (kind: StepKind, at: number) => {
    if (!datesUndoing && (kind === 'refunded' || kind === 'canceled')) return;
    steps.push({ kind, at: Math.max(Math.floor(at / unit) * unit, steps.at(-1)?.at ?? 0) });
  };
  const afterPaid = (at: number) => {
    add('paid', at);
    if (story.chance(0.07)) add('refunded', at + story.between(HOUR_MS, 7 * DAY_MS));
    else if (method === 'credit_card' && hasChargebacks && story.chance(0.05)) {
      add('chargeback', at + story.between(4 * DAY_MS, 18 * DAY_MS));
    }
  };
  if (method === 'credit_card') {
    if (story.chance(0.12)) add('canceled', createdAt + story.between(SECOND_MS, MINUTE_MS));
    else afterPaid(createdAt + story.between(2 * SECOND_MS, MINUTE_MS));
    return steps;
  }
  add('pending', createdAt);
  const [soonest, latest, life] =
    method === 'pix' ? [MINUTE_MS, 25 * MINUTE_MS, DAY_MS] : [6 * HOUR_MS, 3 * DAY_MS, 4 * DAY_MS];
  if (story.chance(method === 'pix' ? 0.8 : 0.55)) {
    afterPaid(createdAt + story.between(soonest, latest));
    return steps;
  }
  if (!story.chance(0.7)) return steps;
  if (tellsExpiry) add('canceled', createdAt + life);
  // A bank takes a boleto some days after it ran out.
  if (method === 'boleto' && story.chance(0.2))
    afterPaid(createdAt + life + story.between(HOUR_MS, DAY_MS));
  return steps;
}

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
