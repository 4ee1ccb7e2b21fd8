import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@funil/contract/durations';
import type { PlatformName } from '@funil/contract/platforms';
import type { SaleState } from '@funil/contract/sale';
import type { Utms } from '@funil/contract/utm';
import type { PlannedNotice, PlannedSale } from '../sales/platforms/checkout.ts';
import { PLATFORMS } from '../sales/platforms/platforms.ts';
import { type Dice, type Random, randomUuid } from './random.ts';
import type { People, Person } from './visitors.ts';

/** One thing that happened to a sale, ms since the epoch. */
interface Step {
  readonly kind: SaleState;
  readonly at: number;
}

/** The lead or application that a sale truly comes from. */
export interface Owner {
  readonly source: 'lead' | 'application';
  /** The lead's idempotency key, or the application's id. */
  readonly ref: string;
  readonly utms: Utms;
}

type Contact = 'reference' | 'phone' | 'email';

/** A sale as it truly was, with what its notices tell of it. */
export interface SimulatedSale {
  readonly sale: PlannedSale;
  /** Null: nobody who was on the page. */
  readonly owner: Owner | null;
  /** What of its owner any notice has, the surest first. */
  readonly contacts: readonly Contact[];
  readonly steps: readonly Step[];
  readonly notices: readonly PlannedNotice[];
}

export interface Purchase {
  readonly buyer: Person;
  readonly owner: Owner | null;
  /** When the checkout was filled in, or left: ms since the epoch. */
  readonly at: number;
  readonly isCart: boolean;
}

interface Till {
  readonly dice: Dice;
  readonly people: People;
  readonly platforms: readonly [PlatformName, ...PlatformName[]];
  /** What would happen later has not happened yet. */
  readonly until: number;
}

const COMMUNITY = { id: '4417021', name: 'Engrena IA - Comunidade' };
const MENTORING = { id: '4417088', name: 'Mentoria de marca pessoal' };
/** Full price, two coupons, and sums whose reais are no round binary numbers. */
const PRICES = [149_700, 149_700, 149_700, 134_730, 119_760, 149_710, 100_829] as const;
const MENTORING_PRICE = 980_000;

/** References that no notice has, and those that only notices from the payment on have. */
const LOST_REFERENCES = 0.2;
const LATE_REFERENCES = 0.05;
const OTHER_PHONES = 0.1;
const OTHER_ADDRESSES = 0.1;
/** Issued, and never told. */
const LOST_ISSUES = 0.03;

/** Makes sales; null where nothing of one has happened yet, or its platform would not tell. */
export function createTill({ dice, people, platforms, until }: Till) {
  const { story, names } = dice;
  let number = names.between(100_000_000, 900_000_000);

  function buyerOf({ name, email, phone }: Person) {
    return {
      name,
      phone: story.chance(OTHER_PHONES) ? people.makePhone() : phone,
      email: story.chance(OTHER_ADDRESSES) ? people.makePerson().email : email,
    };
  }

  function planOne({ buyer: person, owner, at, isCart }: Purchase): PlannedSale | null {
    const platform = story.pick(platforms);
    const { unit, methods, carts, nameSale } = PLATFORMS[platform].checkout;
    if (isCart && carts === null) return null;
    number += 1;
    const digits = { uuid: randomUuid(names), number };
    const buyer = buyerOf(person);
    const isMentoring = owner?.source === 'application';
    return {
      platform,
      ...(isCart ? { saleKey: carts?.nameCart(digits, buyer.email) ?? '' } : nameSale(digits)),
      ...digits,
      product: isMentoring ? MENTORING : COMMUNITY,
      valueCents: isMentoring ? MENTORING_PRICE : story.pick(PRICES),
      method: story.weighted(methods).method,
      buyer,
      utms: owner?.utms ?? NO_UTMS,
      createdAt: Math.floor(at / unit) * unit,
    };
  }

  function stepsOf(sale: PlannedSale, isCart: boolean): Step[] {
    if (isCart) return [{ kind: 'abandoned', at: sale.createdAt }];
    const steps = courseOf(sale, story);
    const isIssueLost = steps.length > 1 && story.chance(LOST_ISSUES);
    return steps.filter(({ kind }) => !(isIssueLost && kind === 'pending'));
  }

  return (purchase: Purchase): SimulatedSale | null => {
    const { owner, isCart, buyer } = purchase;
    const sale = planOne(purchase);
    if (!sale) return null;
    const steps = stepsOf(sale, isCart).filter(({ at }) => at <= until - MINUTE_MS);
    if (steps.length === 0) return null;
    const isBare = isCart && !PLATFORMS[sale.platform].checkout.carts?.hasReference;
    const reference = owner && !isBare ? owner.ref.replaceAll('-', '') : null;
    const fate = story.next();
    let paidAt: number | null = null;
    const notices = steps.map(({ kind, at }): PlannedNotice => {
      if (kind === 'paid') paidAt = at;
      const isLost =
        fate < LOST_REFERENCES || (fate < LOST_REFERENCES + LATE_REFERENCES && paidAt === null);
      return {
        ...{ sale, kind, at, paidAt, reference: isLost ? null : reference },
        id: randomUuid(names),
      };
    });
    return { sale, owner, steps, notices, contacts: contactsOf({ sale, owner, notices, buyer }) };
  };
}

interface Meeting extends Pick<SimulatedSale, 'sale' | 'owner' | 'notices'> {
  readonly buyer: Person;
}

/** A lead has no e-mail to be known by. */
function contactsOf({ sale, owner, notices, buyer }: Meeting): Contact[] {
  if (!owner) return [];
  const contacts: Contact[] = [];
  if (notices.some(({ reference }) => reference !== null)) contacts.push('reference');
  if (sale.buyer.phone === buyer.phone) contacts.push('phone');
  if (owner.source === 'application' && sale.buyer.email === buyer.email) contacts.push('email');
  return contacts;
}

const NO_UTMS: Utms = {
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_content: '',
  utm_term: '',
};

/** What becomes of a sale, in order, as if there were no end of the month. */
function courseOf({ platform, method, createdAt }: PlannedSale, story: Random): Step[] {
  const { unit, tellsExpiry, datesUndoing, hasChargebacks } = PLATFORMS[platform].checkout;
  const steps: Step[] = [];
  const add = (kind: SaleState, at: number) => {
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
