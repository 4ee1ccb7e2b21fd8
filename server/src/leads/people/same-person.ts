import type { PersonField } from '@funil/contract/console/people';
import { emailKey, phoneKey } from '@funil/contract/person';

/** What a stored row says of its person; contacts are keys of contract/src/person.ts. */
export interface Traits {
  readonly names: readonly string[];
  readonly phones: readonly string[];
  readonly emails: readonly string[];
}

const TRAIT_FIELDS = ['names', 'phones', 'emails'] as const satisfies readonly PersonField[];

/** Whether a row is the person's as far as its fields tell. */
export interface Verdict {
  readonly isSame: boolean;
  /** Fields in which the row contradicts what is known of the person. */
  readonly differs: readonly PersonField[];
}

/** A robot may send one number with any number of names; more than these of one contact are only compared as they are. */
const MAX_COMPARED_NAMES = 50;

const distinct = (values: readonly string[]): string[] => [...new Set(values)];

/** Builds traits from contacts as they were typed. */
export const toTraits = (typed: {
  readonly names: readonly (string | null)[];
  readonly phones: readonly (string | null)[];
  readonly emails: readonly (string | null)[];
}): Traits => ({
  names: distinct(typed.names.flatMap((name) => foldName(name ?? '') || [])),
  phones: distinct(
    typed.phones.flatMap((phone) => (phone && phoneKey(phone)) ?? []).filter(Boolean),
  ),
  emails: distinct(typed.emails.flatMap((email) => (email && emailKey(email)) || [])),
});

/** A name's words as they are compared, separated by one space; empty if it has no letter. */
const foldName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
    .join(' ');

/** Whether two names may be one person's: the shorter one's words stand in the longer one, initials included. */
export function areNamesAlike(one: string, other: string): boolean {
  if (one === other) return true;
  const [short = [], long = []] = [one.split(' '), other.split(' ')].toSorted(
    (a, b) => a.length - b.length,
  );
  if (short[0] !== long[0]) return false;
  return short.every((word) =>
    long.some(
      (each) =>
        each === word ||
        (word.length === 1 && each.startsWith(word)) ||
        (each.length === 1 && word.startsWith(each)),
    ),
  );
}

/** Whether two rows agree in a field, or contradict each other in none. */
export function mayBeOne(one: Traits, other: Traits): boolean {
  const known = merge([one]);
  const isAgreed = TRAIT_FIELDS.some((field) => isShared(field, known[field], other[field]));
  return isAgreed || differing(known, other).length === 0;
}

/**
 * Tells which rows are the asked person's. Rows that agree in two fields are one person's. A row that agrees in one field
 * is the person's only if no other field contradicts what is known, nor another such row.
 * @param same pairs of rows, by index, that are known to be one person's
 */
export function judgeRows(
  asked: Traits,
  rows: readonly Traits[],
  same: readonly (readonly [number, number])[] = [],
): Verdict[] {
  const all = [asked, ...rows];
  const groups = new Groups(all.length);
  for (const [one, other] of same) groups.join(one + 1, other + 1);
  joinByContacts(all, groups);
  joinByNames(all, groups);
  const members = Map.groupBy(all.keys(), (index) => groups.of(index));
  const theirs = groups.of(0);
  const known = merge((members.get(theirs) ?? []).map((index) => all[index] ?? asked));
  const others = [...members]
    .filter(([group]) => group !== theirs)
    .map(([group, indices]) => ({
      group,
      traits: merge(indices.map((index) => all[index] ?? asked)),
    }));
  const possible = others.filter(
    ({ traits }) => sharesContact(known, traits) && differing(known, traits).length === 0,
  );
  const disputed = TRAIT_FIELDS.filter((field) =>
    areDisputed(
      field,
      possible.map(({ traits }) => traits[field]),
    ),
  );
  const accepted = new Set([
    theirs,
    ...possible
      .filter(({ traits }) => disputed.every((field) => traits[field].size === 0))
      .map(({ group }) => group),
  ]);
  return rows.map((row, index) => ({
    isSame: accepted.has(groups.of(index + 1)),
    differs: differing(known, row),
  }));
}

/** Disjoint sets of rows. */
class Groups {
  readonly #parents: number[];

  constructor(size: number) {
    this.#parents = Array.from({ length: size }, (_, index) => index);
  }

  of(index: number): number {
    let root = index;
    for (let next = this.#parents[root]; next !== undefined && next !== root; ) {
      root = next;
      next = this.#parents[root];
    }
    this.#parents[index] = root;
    return root;
  }

  join(one: number, other: number): void {
    this.#parents[this.of(other)] = this.of(one);
  }

  joinAll(indices: readonly number[]): void {
    const [first, ...rest] = indices;
    for (const index of rest) if (first !== undefined) this.join(first, index);
  }
}

/** Joins rows of the same phone and the same e-mail. */
function joinByContacts(all: readonly Traits[], groups: Groups) {
  const first = new Map<string, number>();
  all.forEach(({ phones, emails }, index) => {
    for (const phone of phones) {
      for (const email of emails) {
        const key = `${phone} ${email}`;
        const known = first.get(key);
        if (known === undefined) first.set(key, index);
        else groups.join(known, index);
      }
    }
  });
}

/** Joins rows of one contact whose names are alike. */
function joinByNames(all: readonly Traits[], groups: Groups) {
  const byContact = new Map<string, Map<string, number[]>>();
  all.forEach(({ names, phones, emails }, index) => {
    for (const contact of [...phones, ...emails]) {
      const byName = byContact.get(contact) ?? new Map<string, number[]>();
      byContact.set(contact, byName);
      for (const name of names) {
        const indices = byName.get(name);
        if (indices) indices.push(index);
        else byName.set(name, [index]);
      }
    }
  });
  for (const byName of byContact.values()) {
    for (const indices of byName.values()) groups.joinAll(indices);
    if (byName.size > MAX_COMPARED_NAMES) continue;
    const alike = [...byName.keys()].map((name, _, names) =>
      names.filter((other) => areNamesAlike(name, other)),
    );
    // “Ana” does not make “Ana Lima” and “Ana Souza” one person.
    const clear = new Set([...byName.keys()].filter((_, index) => areAllAlike(alike[index] ?? [])));
    for (const name of clear) {
      const others = [...clear].filter((other) => areNamesAlike(name, other));
      groups.joinAll(others.flatMap((other) => byName.get(other)?.[0] ?? []));
    }
  }
}

const areAllAlike = (names: readonly string[]) =>
  names.every((one) => names.every((other) => areNamesAlike(one, other)));

/** All values of several rows. */
type Known = Readonly<Record<PersonField, ReadonlySet<string>>>;

const merge = (traits: readonly Traits[]): Known => ({
  names: new Set(traits.flatMap(({ names }) => names)),
  phones: new Set(traits.flatMap(({ phones }) => phones)),
  emails: new Set(traits.flatMap(({ emails }) => emails)),
});

function isShared(
  field: PersonField,
  known: ReadonlySet<string>,
  values: Iterable<string>,
): boolean {
  for (const value of values) {
    if (known.has(value)) return true;
    if (field !== 'names' || known.size > MAX_COMPARED_NAMES) continue;
    if ([...known].some((name) => areNamesAlike(name, value))) return true;
  }
  return false;
}

const sharesContact = (known: Known, { phones, emails }: Known) =>
  isShared('phones', known.phones, phones) || isShared('emails', known.emails, emails);

const differing = (known: Known, values: Record<PersonField, Iterable<string>>): PersonField[] =>
  TRAIT_FIELDS.filter(
    (field) =>
      known[field].size > 0 &&
      [...values[field]].length > 0 &&
      !isShared(field, known[field], values[field]),
  );

/** Whether two of several groups of rows have no value of a field in common. */
function areDisputed(field: PersonField, groups: readonly ReadonlySet<string>[]): boolean {
  const filled = groups.filter((values) => values.size > 0);
  if (filled.length > MAX_COMPARED_NAMES) return true;
  return filled.some((one) => filled.some((other) => !isShared(field, one, other)));
}
