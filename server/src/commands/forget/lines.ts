import type { PersonField, PersonRow } from '@funil/contract/console/people';
import { canonicalPhone, emailKey } from '@funil/contract/person';
import { toSearchText } from '../../leads/contacts/search-words.ts';
import type { ErasedCounts } from '../../leads/people/erase-person.ts';
import type { Person } from '../../leads/people/find-person.ts';
import { toLocalTime } from '../../output/local-time.ts';
import { cleanText, createTable, inColumns } from '../output/table.ts';
import { OperatorError } from '../run/definition.ts';
import { NOUNS, TABLES } from './request.ts';

/** Rows that say the same of their person: one line of the list, with an id by which it is chosen. */
export interface Line {
  /** Such as `lead-12`: of the oldest row, so that it stays the same while rows come. */
  readonly id: string;
  readonly first: PersonRow;
  readonly rows: readonly PersonRow[];
}

const KINDS: Record<PersonRow['kind'], string> = {
  lead: 'lead',
  application: 'aplicação',
  sale: 'venda',
  notice: 'aviso',
  announcement: 'anúncio',
};

/** Gathers rows that say the same, in their order. */
export function toLines(rows: readonly PersonRow[]): Line[] {
  const groups = Map.groupBy(rows, ({ kind, names, phones, emails, same }) =>
    JSON.stringify([kind, names, phones, emails, same]),
  );
  const lines = [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ id: shortId(first), first, rows: group }] : [];
  });
  const used = Map.groupBy(lines, ({ id }) => id);
  return lines.map((line) =>
    (used.get(line.id)?.length ?? 0) > 1 ? { ...line, id: fullId(line.first) } : line,
  );
}

const fullId = ({ kind, key }: PersonRow) =>
  `${toSearchText(KINDS[kind])}-${key.slice(key.indexOf(':') + 1)}`;

/** Of an application's UUID its first part. */
const shortId = (row: PersonRow) =>
  row.kind === 'application' ? fullId(row).slice(0, 'aplicacao-'.length + 8) : fullId(row);

/** The ids of an option: `lead-12,venda-hotmart:HP1`. */
export const readIds = (text: string | undefined): string[] =>
  (text ?? '')
    .split(/[\s,]+/)
    .map((id) => id.trim())
    .filter(Boolean);

/**
 * Returns the keys of the rows to erase: those that are the person's, and what the operator adds and takes away.
 * @throws OperatorError for an id that no line has
 */
export function pickKeys(
  lines: readonly Line[],
  { also, without }: { readonly also: readonly string[]; readonly without: readonly string[] },
): Set<string> {
  const known = new Set(lines.map(({ id }) => id));
  const unknown = [...also, ...without].find((id) => !known.has(id));
  if (unknown !== undefined) {
    throw new OperatorError(`Nada foi apagado: nenhuma linha da lista tem o id “${unknown}”.`);
  }
  return new Set(
    lines
      .filter(({ id, first }) => (first.same || also.includes(id)) && !without.includes(id))
      .flatMap(({ rows }) => rows.map(({ key }) => key)),
  );
}

/** Most other contacts that are named. */
const MOST_CONTACTS = 20;

/** `1 lead, 2 eventos`; empty when there is nothing. */
export const describeCounts = (counts: ErasedCounts): string =>
  TABLES.filter((table) => counts[table] > 0)
    .map((table) => `${counts[table]} ${NOUNS[table][counts[table] === 1 ? 0 : 1]}`)
    .join(', ');

/** What is taken out of sales; empty when there is nothing. */
export function describeBought(sales: number, notices: number): string {
  const lines = [
    sales > 0 &&
      `${sales} ${sales === 1 ? 'venda' : 'vendas'}: sai quem comprou, ficam o valor e os dias`,
    notices > 0 &&
      `${notices} ${notices === 1 ? 'aviso sem venda' : 'avisos sem venda'}: sai o que diz da pessoa`,
  ];
  return lines.map((line) => (line === false ? '' : `${line}\n`)).join('');
}

/** What was told outside, or was to be; empty when there is nothing. */
export function describeTold(events: number): string {
  if (events === 0) return '';
  const noun = events === 1 ? 'anúncio a quem é avisado' : 'anúncios a quem é avisado';
  return `${events} ${noun}: o que não saiu não sai mais, do que saiu fica só que saiu\n`;
}

/** Where the contact stands in rows of others; empty when there is nothing. */
export function describeMentions(mentions: number): string {
  if (mentions === 0) return '';
  const noun = mentions === 1 ? 'outro lugar cita' : 'outros lugares citam';
  return `${mentions} ${noun} o contato (UTM, anotação, pedido): sai só o contato\n`;
}

/** What a stranger typed, safe to be pasted behind a command. */
const quote = (text: string) => `'${cleanText(text).replaceAll("'", "'\\''")}'`;

const FIELDS: Record<PersonField, string> = {
  names: 'nome',
  phones: 'telefone',
  emails: 'e-mail',
};

/** The lines, as a table. */
export function listLines(lines: readonly Line[]): string {
  const columns = ['id', 'o_que', 'gravado', 'nome', 'telefone', 'email', 'linhas', 'difere'];
  const cells = lines.map(({ id, rows, first }) =>
    inColumns(columns, {
      id,
      o_que: KINDS[first.kind],
      gravado: toLocalTime(first.at),
      nome: first.names.join(' / '),
      telefone: first.phones.join(' / '),
      email: first.emails.join(' / '),
      linhas: rows.length,
      difere: first.differs.map((field) => FIELDS[field]).join(', '),
    }),
  );
  return createTable(columns)(cells);
}

/** Other contacts of the rows that go: rows that carry only those stay, and may be the person's too. */
export function listOtherContacts(rows: readonly PersonRow[], person: Person): string {
  const phones = othersThan(
    person.phone,
    rows.flatMap((row) => row.phones),
    canonicalPhone,
  );
  const emails = othersThan(
    person.email,
    rows.flatMap((row) => row.emails),
    emailKey,
  );
  const others = [
    ...phones.map((text) => `--telefone ${quote(text)}`),
    ...emails.map((text) => `--email ${quote(text)}`),
  ].slice(0, MOST_CONTACTS);
  if (others.length === 0) return '';
  return `Outros contatos dessas linhas. Se também são da pessoa, apague-os em seguida:\n${others.map((other) => `  ${other}\n`).join('')}`;
}

/** Each contact once, as it was written last; without the one that was asked for. */
function othersThan(
  asked: string | null,
  texts: readonly string[],
  keyOf: (text: string) => string | null,
): string[] {
  const byKey = new Map(texts.map((text) => [keyOf(text), text]));
  byKey.delete(asked === null ? null : keyOf(asked));
  byKey.delete(null);
  return [...byKey.values()];
}
