import { DAY_MS, HOUR_MS } from '@funil/contract/durations';
import type { ReportTest, TestEnd } from '@funil/contract/page/page-test';
import { TEXT_VERSIONS, type TextVersion } from '@funil/contract/visits/tested-text';
import { sql } from 'kysely';
import { isLeadKey } from '../contacts/contact-ref.ts';
import { PersonGroups } from '../contacts/same-person.ts';
import type { Database } from '../store/database.ts';
import type { EndedTest } from '../store/page-tables.ts';
import { msOf } from '../store/queries/sql.ts';
import { listChargeEvents } from './charge-events.ts';
import { getOrAdd } from './get-or-add.ts';
import { type ByVersion, judgeVersions } from './judge-versions.ts';
import type { ReportedSale } from './read-sales.ts';

interface TestedContact {
  readonly contactKey: string;
  readonly phone_key: string | null;
  readonly email_key: string | null;
  readonly version: TextVersion;
  /** The time of the visitor's clock, in ms since 1970. */
  readonly seen_at: number;
  readonly stored_at: string;
}

interface TestedVisits
  extends Pick<ReportTest, 'name' | 'first_visit_at' | 'last_visit_at' | 'ended'> {
  readonly visits: ByVersion;
  /** Visits of browsers that had not seen the test before. */
  readonly visitors: ByVersion;
  readonly saw_both: number;
  /** Contacts without suspected robots. */
  readonly contacts: readonly TestedContact[];
}

interface VersionRow {
  readonly test: string;
  readonly version: TextVersion;
  readonly visits: number;
  readonly visitors: number;
  readonly saw_both: number;
  readonly first_ms: number;
  readonly last_ms: number;
}

/** Kept low, because all contacts of a test are read. */
const MAX_TESTS_SHOWN = 6;

export async function readTestedVisits(database: Database): Promise<TestedVisits[]> {
  const beganAt = msOf(database, 'began_at');
  const { rows } = await sql<VersionRow>`
    select test, version, count(*) as visits, min(${beganAt}) as first_ms, max(${beganAt}) as last_ms,
      count(case when detail ->> 'seen_before' is null then 1 end) as visitors,
      count(detail ->> 'saw_both') as saw_both
    from ${sql.table('visits')} where test is not null and suspect is null
    group by test, version order by max(last_number) desc`.execute(database);
  const tests = [...Map.groupBy(rows, ({ test }) => test)].slice(0, MAX_TESTS_SHOWN);
  const endByTest = tests.length > 0 ? await readTestEnds(database) : new Map<string, TestEnd>();
  const tested: TestedVisits[] = [];
  for (const [name, versions] of tests) {
    const sumByVersion = (column: 'visits' | 'visitors' | 'saw_both') =>
      toByVersion((version) =>
        Number(versions.find((row) => row.version === version)?.[column] ?? 0),
      );
    const firstSeenMs = Math.min(...versions.map((row) => Number(row.first_ms)));
    const lastSeenMs = Math.max(...versions.map((row) => Number(row.last_ms)));
    const testEnd = endByTest.get(name);
    const sawBoth = sumByVersion('saw_both');
    tested.push({
      name,
      first_visit_at: new Date(firstSeenMs).toISOString(),
      last_visit_at: new Date(lastSeenMs).toISOString(),
      ended: testEnd && lastSeenMs < Date.parse(testEnd.at) + LATE_VISITS_MS ? testEnd : null,
      visits: sumByVersion('visits'),
      visitors: sumByVersion('visitors'),
      saw_both: sawBoth.a + sawBoth.b,
      contacts: await readTestedContacts(database, name),
    });
  }
  return tested;
}

/**
 * Pages that were open when a test ended still send visits for this long. Later visits mean that a
 * page with the test was published again.
 */
const LATE_VISITS_MS = DAY_MS;

async function readTestEnds(database: Database): Promise<Map<string, TestEnd>> {
  const rows = await database
    .selectFrom('page_versions')
    .select(['ended_test', 'at', 'published_by as by'])
    .where('ended_test', 'is not', null)
    .orderBy('number')
    .execute();
  return new Map(
    rows.map(({ ended_test, ...end }) => {
      const { name, ...test } = JSON.parse(ended_test ?? '') as EndedTest;
      return [name, { ...end, ...test }];
    }),
  );
}

const toByVersion = (read: (version: TextVersion) => number): ByVersion => ({
  a: read('a'),
  b: read('b'),
});

async function readTestedContacts(database: Database, test: string): Promise<TestedContact[]> {
  const seenAt = msOf(database, 'visit.began_at');
  const visits = sql.table('visits');
  const { rows } = await sql<TestedContact>`
    select concat('lead:', lead.id) as "contactKey", lead.phone_key, lead.email_key, visit.version,
      ${seenAt} as seen_at, lead.created_at as stored_at
    from ${visits} as visit join leads as lead on lead.idempotency_key = visit.lead_ref
    where visit.test = ${test} and visit.suspect is null
    union all
    select concat('application:', application.id), application.phone_key, application.email_key,
      visit.version, ${seenAt}, application.created_at
    from ${visits} as visit join applications as application on application.id = visit.application_ref
    where visit.test = ${test} and visit.suspect is null`.execute(database);
  return rows.map((row) => ({ ...row, seen_at: Number(row.seen_at) }));
}

/** A payment, or a refund (negative). `at` is in ms since 1970. */
interface VersionMovement {
  readonly buyer: number;
  readonly at: number;
  readonly cents: number;
  readonly isSale: boolean;
}

/** A payment counts from this long before its contact, because clocks differ by minutes. */
const CLOCK_TOLERANCE_MS = HOUR_MS;

interface TestedPerson {
  firstSeen: TestedContact;
  since: number;
  sawBoth: boolean;
  hasLead: boolean;
  isBuyer: boolean;
  cents: number;
}

/** Returns keys in the form of {@link buyerKeysOf}. */
const contactKeysOf = ({ contactKey, phone_key, email_key }: TestedContact) => [
  contactKey,
  ...(phone_key ? [`phone ${phone_key}`] : []),
  ...(email_key ? [`email ${email_key}`] : []),
];

const buyerKey = (person: number) => `buyer ${person}`;

/** Sums what visitors bought after they saw a test. A purchase counts for the version that the visitor saw first. */
export class VersionSums {
  readonly #tests: readonly TestedVisits[];
  readonly #buyers: PersonGroups;
  readonly #people = new PersonGroups();
  readonly #movements: VersionMovement[] = [];

  constructor(tests: readonly TestedVisits[], buyers: PersonGroups) {
    this.#tests = tests;
    this.#buyers = buyers;
  }

  add(buyer: number, sale: ReportedSale): void {
    for (const { at, changes, earned_cents: cents } of listChargeEvents(sale)) {
      const isSale = changes.sales !== undefined;
      if (cents !== 0 || isSale) this.#movements.push({ buyer, at, cents, isSale });
    }
  }

  finish(now: number, usualWaitDays: number | null): ReportTest[] {
    this.#movements.sort((a, b) => a.at - b.at);
    const matureBefore = usualWaitDays === null ? null : now - usualWaitDays * DAY_MS;
    for (const { contacts } of this.#tests) {
      for (const contact of contacts) this.#people.add(this.#allKeysOf(contact));
    }
    return this.#tests.map((test) => this.#sumTest(test, matureBefore));
  }

  #allKeysOf(contact: TestedContact): string[] {
    const keys = contactKeysOf(contact);
    const buyers = keys.flatMap((key) => this.#buyers.findByKey(key) ?? []);
    return [...keys, ...buyers.map(buyerKey)];
  }

  /** @param matureBefore people with an older contact (ms since 1970) have usually paid; null if unknown */
  #sumTest({ contacts, saw_both, ...test }: TestedVisits, matureBefore: number | null): ReportTest {
    const { visits, visitors, ...facts } = test;
    const persons = this.#findPersons(contacts);
    const sum = (read: (person: TestedPerson) => number) =>
      toByVersion((version) =>
        persons.reduce(
          (total, person) => total + (person.firstSeen.version === version ? read(person) : 0),
          0,
        ),
      );
    const leads = sum(({ hasLead }) => Number(hasLead));
    const buyers = sum(({ isBuyer }) => Number(isBuyer));
    const net = sum(({ cents }) => cents);
    const squares = sum(({ cents }) => cents ** 2);
    const maturePersons = persons.filter(
      ({ since }) => matureBefore !== null && since < matureBefore,
    );
    return {
      ...facts,
      versions: TEXT_VERSIONS.map((version) => ({
        version,
        visits: visits[version],
        visitors: visitors[version],
        leads: leads[version],
        buyers: buyers[version],
        net_cents: net[version],
      })),
      saw_both: saw_both + persons.filter(({ sawBoth }) => sawBoth).length,
      is_maturing: matureBefore === null || maturePersons.length < persons.length / 2,
      ...judgeVersions({ visitors, leads, buyers, net, squares }),
    };
  }

  #findPersons(contacts: readonly TestedContact[]): TestedPerson[] {
    const peopleByGroup = new Map<number | undefined, TestedPerson>();
    for (const contact of contacts) {
      const person = getOrAdd(peopleByGroup, this.#people.findByKey(contact.contactKey), () => ({
        firstSeen: contact,
        since: Number.POSITIVE_INFINITY,
        sawBoth: false,
        hasLead: false,
        isBuyer: false,
        cents: 0,
      }));
      person.sawBoth ||= contact.version !== person.firstSeen.version;
      person.hasLead ||= isLeadKey(contact.contactKey);
      person.since = Math.min(person.since, Date.parse(contact.stored_at) - CLOCK_TOLERANCE_MS);
      if (contact.seen_at < person.firstSeen.seen_at) person.firstSeen = contact;
    }
    for (const { buyer, at, cents, isSale } of this.#movements) {
      const key = buyerKey(this.#buyers.find(buyer));
      const person = peopleByGroup.get(this.#people.findByKey(key));
      if (!person || at < person.since) continue;
      person.isBuyer ||= isSale;
      if (person.isBuyer) person.cents += cents;
    }
    return [...peopleByGroup.values()];
  }
}
