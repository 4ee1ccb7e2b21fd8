import type { ReportTest } from '@funil/contract/console/page-test';
import { DAY_MS, HOUR_MS } from '@funil/contract/durations';
import { VERSIONS, type Version } from '@funil/contract/visits/tested-text';
import { sql } from 'kysely';
import { isLeadKey } from '../contacts/contact-ref.ts';
import { PersonGroups } from '../contacts/person-groups.ts';
import type { Database } from '../store/database.ts';
import { msOf } from '../store/sql.ts';
import { chargeKeys, listEvents } from './charge-events.ts';
import { judgeVersions, type Pair } from './judge-versions.ts';
import { getOrAdd } from './model.ts';
import type { ReportedSale } from './read-sales.ts';

/** A lead or an application that was left in a visit to the test. */
interface TestedContact {
  readonly contactKey: string;
  readonly phone_key: string | null;
  readonly email_key: string | null;
  readonly version: Version;
  /** When its visit began, by the visitor's clock, in ms since 1970. */
  readonly seen_at: number;
  /** ISO time. */
  readonly stored_at: string;
}

/** The visits of the newest test, and whom they brought. */
interface TestedVisits {
  readonly name: string;
  readonly visits: Pair;
  /** Visits of browsers that had not seen the test before. */
  readonly visitors: Pair;
  readonly saw_both: number;
  /** Without those that may be robots. */
  readonly contacts: readonly TestedContact[];
}

type VisitCounts = Record<'visits' | 'visitors' | 'saw_both' | 'newest', number>;

/** Returns the test whose events arrived last; null: no visit saw one. */
export async function readTestedVisits(database: Database): Promise<TestedVisits | null> {
  const { rows } = await sql<VisitCounts & { test: string; version: Version }>`
    select test, version, count(*) as visits, max(last_number) as newest,
      count(case when detail ->> 'seen_before' is null then 1 end) as visitors,
      count(detail ->> 'saw_both') as saw_both
    from ${sql.table('visits')} where test is not null and suspect is null group by test, version`.execute(
    database,
  );
  const [newest] = rows.toSorted((one, other) => Number(other.newest) - Number(one.newest));
  if (!newest) return null;
  const pairOf = (column: keyof VisitCounts) =>
    toPair((version) => {
      const row = rows.find((one) => one.test === newest.test && one.version === version);
      return Number(row?.[column] ?? 0);
    });
  const sawBoth = pairOf('saw_both');
  return {
    name: newest.test,
    visits: pairOf('visits'),
    visitors: pairOf('visitors'),
    saw_both: sawBoth.a + sawBoth.b,
    contacts: await readContacts(database, newest.test),
  };
}

const toPair = (read: (version: Version) => number): Pair => ({
  a: read('a'),
  b: read('b'),
});

async function readContacts(database: Database, test: string): Promise<TestedContact[]> {
  const seenAt = msOf(database, 'visit.began_at');
  const visits = sql.table('visits');
  const { rows } = await sql<TestedContact>`
    select concat('lead:', lead.id) as "contactKey", lead.phone_key, lead.email_key, visit.version,
      ${seenAt} as seen_at, lead.created_at as stored_at
    from ${visits} as visit join leads as lead on lead.idempotency_key = visit.lead_ref
    where visit.test = ${test} and lead.suspect is null
    union all
    select concat('application:', application.id), application.phone_key, application.email_key,
      visit.version, ${seenAt}, application.created_at
    from ${visits} as visit join applications as application on application.id = visit.application_ref
    where visit.test = ${test} and application.suspect is null`.execute(database);
  return rows.map((row) => ({ ...row, seen_at: Number(row.seen_at) }));
}

/** A payment of a person, or a refund (negative). `at` is in ms since 1970. */
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

const keysOf = ({ contactKey, phone_key, email_key }: TestedContact) => [
  contactKey,
  ...(phone_key ? [`phone ${phone_key}`] : []),
  ...(email_key ? [`email ${email_key}`] : []),
];

/** Adds up what the people of a test bought after they saw it, each for the version that they saw first. */
export class VersionSums {
  readonly #tested: TestedVisits;
  readonly #groups = new PersonGroups();
  readonly #movements: Movement[] = [];

  constructor(tested: TestedVisits) {
    this.#tested = tested;
    for (const contact of tested.contacts) this.#groups.add(keysOf(contact));
  }

  add(sale: ReportedSale): void {
    const row = this.#groups.add(chargeKeys(sale));
    for (const { at, changes, earned: cents } of listEvents(sale)) {
      const isSale = changes.sales !== undefined;
      if (cents !== 0 || isSale) this.#movements.push({ row, at, cents, isSale });
    }
  }

  /** @param usualWait days in which nine of ten buyers pay after their lead; null: unknown */
  finish(now: number, usualWait: number | null): ReportTest {
    const { name, visits, visitors, saw_both } = this.#tested;
    const persons = this.#findPersons();
    const sum = (read: (person: TestedPerson) => number) =>
      toPair((version) =>
        persons.reduce((total, one) => total + (one.first.version === version ? read(one) : 0), 0),
      );
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
        visits: visits[version],
        visitors: visitors[version],
        leads: leads[version],
        buyers: buyers[version],
        net_cents: net[version],
      })),
      saw_both: saw_both + persons.filter(({ sawBoth }) => sawBoth).length,
      is_maturing: usualWait === null || mature < persons.length / 2,
      ...judgeVersions({ visitors, leads, buyers, net, squares }),
    };
  }

  #findPersons(): TestedPerson[] {
    const found = new Map<number, TestedPerson>();
    for (const [row, contact] of this.#tested.contacts.entries()) {
      const person = getOrAdd(found, this.#groups.find(row), () => ({
        first: contact,
        since: Number.POSITIVE_INFINITY,
        sawBoth: false,
        hasLead: false,
        isBuyer: false,
        cents: 0,
      }));
      person.sawBoth ||= contact.version !== person.first.version;
      person.hasLead ||= isLeadKey(contact.contactKey);
      person.since = Math.min(person.since, Date.parse(contact.stored_at) - CLOCK_TOLERANCE_MS);
      if (contact.seen_at < person.first.seen_at) person.first = contact;
    }
    for (const { row, at, cents, isSale } of this.#movements.toSorted((a, b) => a.at - b.at)) {
      const person = found.get(this.#groups.find(row));
      if (!person || at < person.since) continue;
      person.isBuyer ||= isSale;
      if (person.isBuyer) person.cents += cents;
    }
    return [...found.values()];
  }
}
