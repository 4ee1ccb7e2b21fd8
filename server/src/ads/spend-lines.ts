import { createHash } from 'node:crypto';
import { AD_LEVELS, type AdIdentity, type AdLevel } from '@funil/contract/ads/ad-spend';
import { formatCount } from '@funil/contract/counts';
import type { DayRange } from '@funil/contract/list-page';
import { type SqlBool, sql } from 'kysely';
import { FileRefusal } from '../csv/file-refusal.ts';
import type { Queryable } from '../store/database.ts';

/** Well above the 400 characters that Meta allows. */
export const MAX_AD_NAME_LENGTH = 1_000;

export interface SpendRow extends AdIdentity {
  /** The ad account's id; null: unknown. */
  readonly account: string | null;
  /** `YYYY-MM-DD`, in the ad account's time zone. */
  readonly day: string;
  readonly currency: string;
  /** Without taxes. */
  readonly spend_cents: number;
  readonly impressions: number | null;
  readonly clicks: number | null;
}

/**
 * An ad or, in reports without ads, an ad set or campaign. If one line equals or contains another, their spend on one
 * day may be the same money.
 */
export type SpendLine = AdIdentity & Pick<SpendRow, 'account' | 'currency'>;

const MAX_SPEND_LINES = 50_000;

/** Adds up an import's rows, and decides which stored rows the import replaces. */
export class SpendLines {
  readonly #keysByIdentity = new Map<string, string>();
  readonly #overlaps = new OverlapIndex();
  readonly #days = new Set<string>();
  readonly #cents = new Map<string, number>();
  rowCount = 0;
  /** The number of ads without an id; of a file without ads, that of ad sets or campaigns. */
  adsWithoutId = 0;

  /**
   * Returns the key of the row's line.
   * @throws FileRefusal if there are too many lines
   */
  add(row: SpendRow): string {
    this.rowCount += 1;
    this.#days.add(row.day);
    this.#cents.set(row.currency, (this.#cents.get(row.currency) ?? 0) + row.spend_cents);
    const identity = identityOf(row);
    const existingKey = this.#keysByIdentity.get(identity);
    if (existingKey !== undefined) return existingKey;
    if (this.#keysByIdentity.size === MAX_SPEND_LINES) {
      throw new FileRefusal(
        `O arquivo tem mais de ${formatCount(MAX_SPEND_LINES)} anúncios. Exporte-o em partes.`,
      );
    }
    const key = createHash('sha256').update(identity).digest('hex').slice(0, 32);
    this.#keysByIdentity.set(identity, key);
    this.#overlaps.add(row);
    const level = levelsOf(row).at(-1);
    if (level !== undefined && namesByLevelOf(row)[level].id === null) this.adsWithoutId += 1;
    return key;
  }

  get adCount(): number {
    return this.#keysByIdentity.size;
  }
  get days(): readonly string[] {
    return [...this.#days].toSorted();
  }
  get centsByCurrency(): ReadonlyMap<string, number> {
    return this.#cents;
  }

  /** Whether the stored line overlaps one of the import. The caller compares the days. */
  replaces(stored: SpendLine): boolean {
    return this.#overlaps.has(stored);
  }
}

export const SPEND_LINE_COLUMNS = [
  'network',
  'account',
  'currency',
  'campaign_id',
  'campaign_name',
  'set_id',
  'set_name',
  'ad_id',
  'ad_name',
] as const;
const identityOf = (line: SpendLine): string =>
  JSON.stringify(SPEND_LINE_COLUMNS.map((column) => line[column]));

export const IDENTITY_COLUMNS = sql`min(network) as network, min(campaign_id) as campaign_id,
  min(campaign_name) as campaign_name, min(set_id) as set_id, min(set_name) as set_name,
  min(ad_id) as ad_id, min(ad_name) as ad_name`;

const namesByLevelOf = (
  line: SpendLine,
): Record<AdLevel, { id: string | null; name: string | null }> => ({
  campaign: { id: line.campaign_id, name: line.campaign_name },
  set: { id: line.set_id, name: line.set_name },
  ad: { id: line.ad_id, name: line.ad_name },
});

const levelsOf = (line: SpendLine): AdLevel[] => {
  const names = namesByLevelOf(line);
  return AD_LEVELS.filter((level) => names[level].id !== null || names[level].name !== null);
};

/** Finds overlaps by id if both lines have one, else by names. An unknown account matches any. */
class OverlapIndex {
  /** `self`: a line's own key; `ancestor`: the key of a line that contains it, such as an ad's campaign. */
  readonly #keys = new Set<string>();

  add(line: SpendLine) {
    const levels = levelsOf(line);
    for (const level of levels) {
      const kind = level === levels.at(-1) ? 'self' : 'ancestor';
      const { id } = namesByLevelOf(line)[level];
      if (id !== null) this.#keys.add(`${kind} ${line.network} ${level} ${id}`);
      for (const key of nameKeys(level, line, (name) => [name ?? UNKNOWN_PART, ANY_PART])) {
        this.#keys.add(`${kind} ${key}`);
        if (id === null) this.#keys.add(`${kind} without id ${key}`);
      }
    }
  }

  has(stored: SpendLine): boolean {
    const levels = levelsOf(stored);
    return levels.some(
      (level) =>
        this.#find('self', level, stored) ||
        (level === levels.at(-1) && this.#find('ancestor', level, stored)),
    );
  }

  #find(kind: 'self' | 'ancestor', level: AdLevel, stored: SpendLine): boolean {
    const { id } = namesByLevelOf(stored)[level];
    if (id !== null && this.#keys.has(`${kind} ${stored.network} ${level} ${id}`)) return true;
    const prefix = id === null ? kind : `${kind} without id`;
    const keys = nameKeys(level, stored, (name) =>
      name === null ? [ANY_PART] : [name, UNKNOWN_PART],
    );
    return keys.some((key) => this.#keys.has(`${prefix} ${key}`));
  }
}

/** Equals no real name, because no name has a newline. */
const UNKNOWN_PART = '\n unknown';
const ANY_PART = '\n any';

/**
 * Returns a key for each combination of account and ad set.
 * @param keyPartsOf the parts that stand in keys for a name, or for an unknown one
 */
function nameKeys(
  level: AdLevel,
  line: SpendLine,
  keyPartsOf: (name: string | null) => readonly string[],
): string[] {
  const names = namesByLevelOf(line);
  const nameAt = (nameLevel: AdLevel) => names[nameLevel].name ?? names[nameLevel].id;
  const sets =
    level === 'ad' ? keyPartsOf(nameAt('set')) : [level === 'set' ? nameAt('set') : null];
  const ad = level === 'ad' ? nameAt('ad') : null;
  return keyPartsOf(line.account).flatMap((account) =>
    sets.map((set) => JSON.stringify([line.network, level, account, nameAt('campaign'), set, ad])),
  );
}

export interface StoredLine extends SpendLine {
  readonly key: string;
  readonly rows: number;
  readonly spend_cents: number;
}

export interface NetworkDays extends DayRange {
  readonly network: AdIdentity['network'];
}

const RUNNING_IMPORT = sql`coalesce((select id from ${sql.table('imports')} where state in ('running', 'undoing')), 0)`;

/** For every query of spend. While an import runs or is undone, its rows do not count, but those it replaces do. */
export const IS_IN_EFFECT = sql<SqlBool>`(added_by <> ${RUNNING_IMPORT} and (ended_by is null or ended_by = ${RUNNING_IMPORT}))`;

export async function readStoredLines(
  database: Queryable,
  { network, from, until }: NetworkDays,
): Promise<readonly StoredLine[]> {
  const { rows } = await sql<StoredLine>`
    select line_key as key, ${IDENTITY_COLUMNS}, min(account) as account, min(currency) as currency, count(*) as rows, cast(sum(spend_cents) as bigint) as spend_cents
    from ${sql.table('ad_spend')}
    where network = ${network} and day between ${from} and ${until} and ${IS_IN_EFFECT}
    group by line_key`.execute(database);
  return rows;
}
