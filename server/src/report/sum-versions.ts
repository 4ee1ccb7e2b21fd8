import { earnedCents, NO_REVENUE } from '@funil/contract/console/origins';
import type { ReportTest } from '@funil/contract/console/page-test';
import { DAY_MS, HOUR_MS } from '@funil/contract/durations';
import { VERSIONS, type Version } from '@funil/contract/visits/tested-text';
import { judgeVersions, type Pair } from './judge-versions.ts';
import { getOrAdd } from './model.ts';
import { People } from './people.ts';
import type { ReportedSale } from './read-sales.ts';
import type { TestedContact, TestedVisits } from './read-versions.ts';
import { listEvents, personKeys } from './sum-sales.ts';

/** What happened to a charge. `at` is in ms since 1970. */
interface Movement {
  readonly row: number;
  readonly at: number;
  readonly cents: number;
  readonly isSale: boolean;
}

/** The clocks of platforms and server may differ by minutes. */
const CLOCK_TOLERANCE_MS = HOUR_MS;

/** A person who left a contact in the test. */
interface TestedPerson {
  first: TestedContact;
  /** When their first contact was stored, in ms since 1970. */
  since: number;
  sawBoth: boolean;
  hasLead: boolean;
  isBuyer: boolean;
  cents: number;
}

const isLead = ({ contact }: TestedContact) => contact.startsWith('lead ');

const keysOf = ({ contact, phone_key, email_key }: TestedContact) => [
  contact,
  ...(phone_key ? [`phone ${phone_key}`] : []),
  ...(email_key ? [`email ${email_key}`] : []),
];

/** Adds up what the people of a test bought after they saw it, each for the version that they saw first. */
export function createVersionSums({ name, contacts, ...of }: TestedVisits) {
  const people = new People();
  const rows = contacts.map((contact) => ({ contact, row: people.add(keysOf(contact)) }));
  const movements: Movement[] = [];

  function findPeople(): TestedPerson[] {
    const found = new Map<number, TestedPerson>();
    for (const { contact, row } of rows) {
      const person = getOrAdd(found, people.find(row), () => ({
        first: contact,
        since: Number.POSITIVE_INFINITY,
        sawBoth: false,
        hasLead: false,
        isBuyer: false,
        cents: 0,
      }));
      person.sawBoth ||= contact.version !== person.first.version;
      person.hasLead ||= isLead(contact);
      person.since = Math.min(person.since, Date.parse(contact.stored_at) - CLOCK_TOLERANCE_MS);
      if (contact.seen_at < person.first.seen_at) person.first = contact;
    }
    for (const { row, at, cents, isSale } of movements) {
      const person = found.get(people.find(row));
      if (!person || at < person.since) continue;
      person.isBuyer ||= isSale;
      if (person.isBuyer) person.cents += cents;
    }
    return [...found.values()];
  }

  return {
    add(sale: ReportedSale): void {
      const row = people.add(personKeys(sale));
      for (const { at, changes } of listEvents(sale)) {
        const cents = earnedCents({ ...NO_REVENUE, ...changes });
        const isSale = changes.sales !== undefined;
        if (cents !== 0 || isSale) movements.push({ row, at, cents, isSale });
      }
    },
    /** @param usualWait days in which nine of ten buyers pay after their lead; null: unknown */
    finish(now: number, usualWait: number | null): ReportTest {
      movements.sort((a, b) => a.at - b.at);
      const persons = findPeople();
      const sum = (value: (person: TestedPerson) => number): Pair => {
        const ofVersion = (version: Version) =>
          persons.reduce(
            (total, one) => total + (one.first.version === version ? value(one) : 0),
            0,
          );
        return { a: ofVersion('a'), b: ofVersion('b') };
      };
      const leads = sum(({ hasLead }) => Number(hasLead));
      const buyers = sum(({ isBuyer }) => Number(isBuyer));
      const net = sum(({ cents }) => cents);
      const squares = sum(({ cents }) => cents ** 2);
      const matureBefore = now - (usualWait ?? 0) * DAY_MS;
      const mature = persons.filter(({ since }) => since < matureBefore).length;
      return {
        name,
        versions: VERSIONS.map((version) => ({
          version,
          visits: of.visits[version],
          visitors: of.visitors[version],
          leads: leads[version],
          buyers: buyers[version],
          net_cents: net[version],
        })),
        saw_both: of.saw_both + persons.filter(({ sawBoth }) => sawBoth).length,
        is_maturing: usualWait === null || mature < persons.length / 2,
        ...judgeVersions({ visitors: of.visitors, leads, buyers, net, squares }),
      };
    },
  };
}
