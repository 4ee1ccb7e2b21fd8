import { MINUTE_MS } from '@funil/contract/durations';
import type { PlatformName } from '@funil/contract/platforms';
import type { Utms } from '@funil/contract/utm';
import {
  CHECKOUTS,
  courseOf,
  type Method,
  nameCart,
  nameSale,
  type Step,
  type StepKind,
} from './checkouts.ts';
import { type Dice, randomUuid } from './random.ts';
import type { People, Person } from './visitors.ts';

/** A sale as the simulation means it; its platform's writer makes notices of it. */
export interface PlannedSale {
  readonly platform: PlatformName;
  /** What all its notices share. */
  readonly saleKey: string;
  /** The transaction that is shown once it was paid; until then it is the key. */
  readonly paidTransaction: string;
  /** Digits and letters of its own, for what else a platform names. */
  readonly uuid: string;
  readonly number: number;
  readonly product: { readonly id: string; readonly name: string };
  readonly valueCents: number;
  readonly method: Method;
  readonly buyer: {
    readonly name: string;
    readonly email: string;
    /** Area code and number, without country. */
    readonly phone: string;
  };
  readonly utms: Utms;
  /** Ms since the epoch, in the platform's unit. */
  readonly createdAt: number;
}

/** One notice that a platform is to write. */
export interface PlannedNotice {
  readonly sale: PlannedSale;
  readonly kind: StepKind;
  /** When that happened, and was written: ms since the epoch. */
  readonly at: number;
  /** When it had been paid by then. */
  readonly paidAt: number | null;
  /** 32 hexadecimal digits; null: the reference was lost on its way. */
  readonly reference: string | null;
  /** A UUID: the notice's own, the same when it is repeated. */
  readonly id: string;
}

/** How a reference can fare between page and notice. */
export type ReferenceFate = 'kept' | 'lost' | 'lost until paid';

/** A sale's notices; what a checkout never tells (`steps` left out by who calls) is not among them. */
export function planNotices(
  sale: PlannedSale,
  steps: readonly Step[],
  { reference, fate, makeId }: { reference: string | null; fate: ReferenceFate; makeId(): string },
): PlannedNotice[] {
  let paidAt: number | null = null;
  return steps.map(({ kind, at }) => {
    if (kind === 'paid') paidAt = at;
    const isKept = fate === 'kept' || (fate === 'lost until paid' && paidAt !== null);
    return { sale, kind, at, paidAt, reference: isKept ? reference : null, id: makeId() };
  });
}

/** The lead or application that a sale truly comes from. */
export interface Owner {
  readonly source: 'lead' | 'application';
  /** The lead's idempotency key, or the application's id. */
  readonly ref: string;
  readonly utms: Utms;
}

export type Contact = 'reference' | 'phone' | 'email';

/** A sale as it truly was, with what its notices tell of it. */
export interface ToldSale {
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
    const { unit, methods, carts } = CHECKOUTS[platform];
    if (isCart && carts === null) return null;
    number += 1;
    const digits = { uuid: randomUuid(names), number };
    const buyer = buyerOf(person);
    const isMentoring = owner?.source === 'application';
    return {
      platform,
      ...(isCart ? nameCart(platform, digits, buyer.email) : nameSale(platform, digits)),
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

  return (purchase: Purchase): ToldSale | null => {
    const { owner, isCart, buyer } = purchase;
    const sale = planOne(purchase);
    if (!sale) return null;
    const steps = stepsOf(sale, isCart).filter(({ at }) => at <= until - MINUTE_MS);
    if (steps.length === 0) return null;
    const isBare = isCart && !CHECKOUTS[sale.platform].carts?.hasReference;
    const notices = planNotices(sale, steps, {
      reference: owner && !isBare ? owner.ref.replaceAll('-', '') : null,
      fate: fateOf(dice),
      makeId: () => randomUuid(names),
    });
    return { sale, owner, steps, notices, contacts: contactsOf({ sale, owner, notices, buyer }) };
  };
}

function fateOf({ story }: Dice): ReferenceFate {
  const chance = story.next();
  if (chance < LOST_REFERENCES) return 'lost';
  return chance < LOST_REFERENCES + LATE_REFERENCES ? 'lost until paid' : 'kept';
}

interface Meeting extends Pick<ToldSale, 'sale' | 'owner' | 'notices'> {
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
