import { knownName } from '@funil/contract/contacts/first-name';
import { dialedPhone } from '@funil/contract/contacts/international-phone';
import { emailPersonKey, phoneKey } from '@funil/contract/contacts/person';
import type { PersonField } from '@funil/contract/people/people';

/** A row's names by `normalizeName`, its phones by `personPhoneKey`, and its e-mails by `emailPersonKey`. */
export interface PersonTraits {
  readonly names: readonly string[];
  readonly phones: readonly string[];
  readonly emails: readonly string[];
}

const TRAIT_FIELDS = ['names', 'phones', 'emails'] as const satisfies readonly PersonField[];

interface RowVerdict {
  readonly isSame: boolean;
  /** Fields in which the row has only values that the person does not have. */
  readonly differs: readonly PersonField[];
}

/** With more names, only equal ones count, because a robot may send one phone with endless names. */
const MAX_COMPARED_NAMES = 50;

export const toTraits = (typed: {
  readonly names: readonly (string | null)[];
  readonly phones: readonly (string | null)[];
  readonly emails: readonly (string | null)[];
}): PersonTraits => ({
  names: [...new Set(typed.names.flatMap((name) => normalizeName(name ?? '') || []))],
  phones: [...new Set(typed.phones.flatMap((phone) => personPhoneKey(phone ?? '') ?? []))],
  emails: [...new Set(typed.emails.flatMap((email) => (email && emailPersonKey(email)) || []))],
});

/** Returns the person key without a foreign trunk zero; null if the number makes no key. */
export const personPhoneKey = (phone: string): string | null =>
  phoneKey(phone) && dialedPhone(phone);

const normalizeName = (name: string): string =>
  knownName(name)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
    .join(' ');

/** True if the first words are equal, and the longer name has all words of the shorter one, or their initials. */
function isOneNameShortForOther(one: string, other: string): boolean {
  if (one === other) return true;
  const [short = [], long = []] = [one.split(' '), other.split(' ')].toSorted(
    (a, b) => a.length - b.length,
  );
  if (short[0] !== long[0]) return false;
  return short.every((word) =>
    long.some(
      (longWord) =>
        longWord === word ||
        (word.length === 1 && longWord.startsWith(word)) ||
        (longWord.length === 1 && word.startsWith(longWord)),
    ),
  );
}

export function mayBeOnePerson(one: PersonTraits, other: PersonTraits): boolean {
  const ownTraits = mergeTraits([one]);
  const isAgreed = TRAIT_FIELDS.some((field) => isShared(field, ownTraits[field], other[field]));
  return isAgreed || differingFields(ownTraits, other).length === 0;
}

/**
 * Returns for each row whether it is the person's: it agrees in two fields, or in phone or e-mail
 * and contradicts nothing that is known of the person. If rows that agree in one field contradict
 * each other in another field, none with a value in that field is the person's.
 * @param samePersonPairs pairs of rows, by index, that are known to belong to one person
 */
export function judgeRows(
  person: PersonTraits,
  rows: readonly PersonTraits[],
  samePersonPairs: readonly (readonly [number, number])[] = [],
): RowVerdict[] {
  const allRows = [person, ...rows];
  const groups = new PersonGroups();
  for (const { phones, emails } of allRows) {
    groups.add(phones.flatMap((phone) => emails.map((email) => `${phone} ${email}`)));
  }
  for (const [one, other] of samePersonPairs) groups.join([one + 1, other + 1]);
  joinByNames(allRows, groups);
  const personGroup = groups.find(0);
  const groupsWithTraits = [...Map.groupBy(allRows.keys(), (index) => groups.find(index))].map(
    ([group, indices]) => ({
      group,
      traits: mergeTraits(indices.map((index) => allRows[index] ?? person)),
    }),
  );
  const personTraits =
    groupsWithTraits.find(({ group }) => group === personGroup)?.traits ?? mergeTraits([person]);
  const candidates = groupsWithTraits.filter(
    ({ group, traits }) =>
      group !== personGroup &&
      sharesContact(personTraits, traits) &&
      differingFields(personTraits, traits).length === 0,
  );
  const disputedFields = TRAIT_FIELDS.filter((field) =>
    areDisputed(
      field,
      candidates.map(({ traits }) => traits[field]),
    ),
  );
  const acceptedGroups = new Set([
    personGroup,
    ...candidates
      .filter(({ traits }) => disputedFields.every((field) => traits[field].size === 0))
      .map(({ group }) => group),
  ]);
  return rows.map((row, index) => ({
    isSame: acceptedGroups.has(groups.find(index + 1)),
    differs: differingFields(personTraits, row),
  }));
}

function joinByNames(allRows: readonly PersonTraits[], groups: PersonGroups) {
  const groupsByTrait = new Map<string, Map<string, number[]>>();
  allRows.forEach(({ names, phones, emails }, index) => {
    for (const contact of [...phones, ...emails]) {
      const rowsByName = groupsByTrait.get(contact) ?? new Map<string, number[]>();
      groupsByTrait.set(contact, rowsByName);
      for (const name of names) {
        const indices = rowsByName.get(name);
        if (indices) indices.push(index);
        else rowsByName.set(name, [index]);
      }
    }
  });
  for (const rowsByName of groupsByTrait.values()) {
    for (const indices of rowsByName.values()) groups.join(indices);
    if (rowsByName.size > MAX_COMPARED_NAMES) continue;
    const similarNames = [...rowsByName.keys()].map((name, _, names) =>
      names.filter((other) => isOneNameShortForOther(name, other)),
    );
    // “Ana” is joined with neither “Ana Lima” nor “Ana Souza” if all three share a phone, because she may be either.
    const unambiguous = new Set(
      [...rowsByName.keys()].filter((_, index) => areAllAlike(similarNames[index] ?? [])),
    );
    for (const name of unambiguous) {
      const alikeNames = [...unambiguous].filter((other) => isOneNameShortForOther(name, other));
      groups.join(alikeNames.flatMap((other) => rowsByName.get(other)?.[0] ?? []));
    }
  }
}

const areAllAlike = (names: readonly string[]) =>
  names.every((one) => names.every((other) => isOneNameShortForOther(one, other)));

type KnownValues = Readonly<Record<PersonField, ReadonlySet<string>>>;

const mergeTraits = (traits: readonly PersonTraits[]): KnownValues => ({
  names: new Set(traits.flatMap(({ names }) => names)),
  phones: new Set(traits.flatMap(({ phones }) => phones)),
  emails: new Set(traits.flatMap(({ emails }) => emails)),
});

function isShared(
  field: PersonField,
  knownValues: ReadonlySet<string>,
  values: Iterable<string>,
): boolean {
  for (const value of values) {
    if (knownValues.has(value)) return true;
    if (field !== 'names' || knownValues.size > MAX_COMPARED_NAMES) continue;
    if ([...knownValues].some((name) => isOneNameShortForOther(name, value))) return true;
  }
  return false;
}

const sharesContact = (person: KnownValues, { phones, emails }: KnownValues) =>
  isShared('phones', person.phones, phones) || isShared('emails', person.emails, emails);

const differingFields = (
  person: KnownValues,
  values: Record<PersonField, Iterable<string>>,
): PersonField[] =>
  TRAIT_FIELDS.filter(
    (field) =>
      person[field].size > 0 &&
      [...values[field]].length > 0 &&
      !isShared(field, person[field], values[field]),
  );

function areDisputed(field: PersonField, groups: readonly ReadonlySet<string>[]): boolean {
  const filledGroups = groups.filter((values) => values.size > 0);
  if (filledGroups.length > MAX_COMPARED_NAMES) return true;
  return filledGroups.some((one) => filledGroups.some((other) => !isShared(field, one, other)));
}

/** Groups rows by person. Rows that share a key, directly or through others, are one person's. */
export class PersonGroups {
  readonly #parents: number[] = [];
  readonly #rowsByKey = new Map<string, number>();

  add(keys: readonly string[]): number {
    const row = this.#parents.push(this.#parents.length) - 1;
    for (const key of keys) {
      const earlierRow = this.#rowsByKey.get(key);
      if (earlierRow === undefined) this.#rowsByKey.set(key, row);
      else this.join([earlierRow, row]);
    }
    return row;
  }

  findByKey(key: string): number | undefined {
    const row = this.#rowsByKey.get(key);
    return row === undefined ? undefined : this.find(row);
  }

  join(rows: readonly number[]): void {
    const [first = 0] = rows;
    for (const row of rows.slice(1)) this.#parents[this.find(row)] = this.find(first);
  }

  /** Call this only after all rows were added and joined. */
  find(row: number): number {
    let root = row;
    for (let next = this.#parents[root]; next !== undefined && next !== root; ) {
      root = next;
      next = this.#parents[root];
    }
    this.#parents[row] = root;
    return root;
  }
}
