import { createHash } from 'node:crypto';
import { AD_LEVELS, type AdIdentity, type AdLevel } from '@funil/contract/ad-spend';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Tables } from '../store/database.ts';
import { FileRefusal } from './read-csv.ts';
import type { SpendRow } from './read-file.ts';
import { isVisible } from './visible-spend.ts';

/** The ad, ad set or campaign that a row of spend is of. */
export type SpendLine = AdIdentity & Pick<SpendRow, 'account' | 'currency'>;

/** Lines of an import that are held in memory. */
const MAX_LINES = 50_000;

/** The rows that an import adds, summed; and which stored rows they replace. */
export class SpendLines {
  readonly #keys = new Map<string, string>();
  readonly #places = new PlaceIndex();
  readonly #days = new Set<string>();
  readonly #cents = new Map<string, number>();
  rows = 0;
  /** Lines whose most precise part has no id. */
  adsWithoutId = 0;

  /** Adds a row. Returns the key of its line. @throws FileRefusal if there are too many lines */
  add(row: SpendRow): string {
    this.rows += 1;
    this.#days.add(row.day);
    this.#cents.set(row.currency, (this.#cents.get(row.currency) ?? 0) + row.spendCents);
    const text = describeLine(row);
    const known = this.#keys.get(text);
    if (known !== undefined) return known;
    if (this.#keys.size === MAX_LINES) {
      throw new FileRefusal(`O arquivo tem mais de ${MAX_LINES} anúncios. Exporte-o em partes.`);
    }
    const key = createHash('sha256').update(text).digest('hex').slice(0, 32);
    this.#keys.set(text, key);
    this.#places.add(row);
    const level = levelsOf(row).at(-1);
    if (level !== undefined && partsOf(row)[level].id === null) this.adsWithoutId += 1;
    return key;
  }

  get ads(): number {
    return this.#keys.size;
  }
  /** In their order. */
  get days(): readonly string[] {
    return [...this.#days].toSorted();
  }
  /** Spend without taxes by currency. */
  get totals(): ReadonlyMap<string, number> {
    return this.#cents;
  }

  /** Whether a stored line, on the days of these, is the same money: the same ad, or a part of it, or what it is a part of. */
  replaces(stored: SpendLine): boolean {
    return this.#places.overlaps(stored);
  }
}

const describeLine = ({ network, account, currency, ...line }: SpendLine): string =>
  JSON.stringify([
    ...[network, account, currency, line.campaignId, line.campaignName],
    ...[line.setId, line.setName, line.adId, line.adName],
  ]);

const partsOf = (line: SpendLine): Record<AdLevel, { id: string | null; name: string | null }> => ({
  campaign: { id: line.campaignId, name: line.campaignName },
  set: { id: line.setId, name: line.setName },
  ad: { id: line.adId, name: line.adName },
});

/** Returns the levels that a line names, the most precise last. */
const levelsOf = (line: SpendLine): AdLevel[] => {
  const parts = partsOf(line);
  return AD_LEVELS.filter((level) => parts[level].id !== null || parts[level].name !== null);
};

/** Finds overlaps of lines: by ids where both have one, else by names within accounts that may be the same. */
class PlaceIndex {
  /** Texts of places: of lines that end there (`own`), and of lines of which they are a part (`whole`). */
  readonly #texts = new Set<string>();

  add(line: SpendLine) {
    const levels = levelsOf(line);
    for (const level of levels) {
      const kind = level === levels.at(-1) ? 'own' : 'whole';
      const { id } = partsOf(line)[level];
      if (id !== null) this.#texts.add(`${kind} ${line.network} ${level} ${id}`);
      for (const names of namesOf(level, line, (known) => [known ?? UNKNOWN, ANY])) {
        this.#texts.add(`${kind} ${names}`);
        if (id === null) this.#texts.add(`${kind} without id ${names}`);
      }
    }
  }

  overlaps(stored: SpendLine): boolean {
    const levels = levelsOf(stored);
    return levels.some(
      (level) =>
        this.#has('own', level, stored) ||
        (level === levels.at(-1) && this.#has('whole', level, stored)),
    );
  }

  #has(kind: 'own' | 'whole', level: AdLevel, stored: SpendLine): boolean {
    const { id } = partsOf(stored)[level];
    if (id !== null && this.#texts.has(`${kind} ${stored.network} ${level} ${id}`)) return true;
    const begin = id === null ? kind : `${kind} without id`;
    const names = namesOf(level, stored, (known) => (known === null ? [ANY] : [known, UNKNOWN]));
    return names.some((text) => this.#texts.has(`${begin} ${text}`));
  }
}

/** In texts of names: an account or ad set that a file does not name, and one that is not asked for. No name is like these. */
const UNKNOWN = '\n unknown';
const ANY = '\n any';

/** Returns the texts of the names down to a level, one per choice of the account and of the ad set of an ad. */
function namesOf(
  level: AdLevel,
  line: SpendLine,
  choose: (known: string | null) => readonly string[],
): string[] {
  const parts = partsOf(line);
  // The number stands for the name in files without names.
  const nameAt = (one: AdLevel) => parts[one].name ?? parts[one].id;
  const sets = level === 'ad' ? choose(nameAt('set')) : [level === 'set' ? nameAt('set') : null];
  const ad = level === 'ad' ? nameAt('ad') : null;
  return choose(line.account).flatMap((account) =>
    sets.map((set) => JSON.stringify([line.network, level, account, nameAt('campaign'), set, ad])),
  );
}

/** A stored line, with its rows on some days. */
export interface StoredLine extends SpendLine {
  readonly key: string;
  readonly rows: number;
  readonly spendCents: number;
}

interface LineQuery {
  readonly network: AdIdentity['network'];
  readonly from: string;
  readonly until: string;
}

/** Returns the stored lines of a network, with their rows from a day to another. */
export async function readStoredLines(
  database: Kysely<Tables>,
  { network, from, until }: LineQuery,
): Promise<readonly StoredLine[]> {
  const { rows } = await sql<StoredLine>`
    select line_key as key, min(network) as network, min(account) as account, min(currency) as currency,
      min(campaign_id) as "campaignId", min(campaign_name) as "campaignName",
      min(set_id) as "setId", min(set_name) as "setName", min(ad_id) as "adId", min(ad_name) as "adName",
      count(*) as rows, cast(sum(spend_cents) as bigint) as "spendCents"
    from ${sql.table('ad_spend')}
    where network = ${network} and day between ${from} and ${until} and ${isVisible}
    group by line_key`.execute(database);
  return rows;
}
