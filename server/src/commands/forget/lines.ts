import { toSearchText } from '@funil/contract/characters';
import { dialedPhone } from '@funil/contract/contacts/international-phone';
import { emailKey } from '@funil/contract/contacts/person';
import { formatQuantity } from '@funil/contract/counts';
import { toLocalTime } from '@funil/contract/local-time';
import type { PersonField, PersonRow } from '@funil/contract/people/people';
import type { PhoneAndEmail } from '../../contacts/find-person.ts';
import { type Columns, toCells } from '../../csv/columns.ts';
import type { ErasedCounts } from '../../erasure/erase-person.ts';
import { OperatorError } from '../run/definition.ts';
import { cleanText, createTable } from '../run/table.ts';
import { ERASABLE_TABLES, TABLE_NOUNS } from './request.ts';

/** Rows with the same names, phones and e-mails. */
export interface PersonLine {
  /** The id of the oldest row, such as `lead-12`, so that new rows do not change it. */
  readonly id: string;
  readonly oldest: PersonRow;
  readonly rows: readonly PersonRow[];
}

const ROW_NOUNS: Record<PersonRow['kind'], string> = {
  lead: 'lead',
  application: 'aplicação',
  sale: 'venda',
  notice: 'aviso',
  outbox_event: 'cópia',
};

/** @param rows oldest first */
export function toLines(rows: readonly PersonRow[]): PersonLine[] {
  const rowsByDetails = Map.groupBy(rows, ({ kind, names, phones, emails, same }) =>
    JSON.stringify([kind, names, phones, emails, same]),
  );
  const lines = [...rowsByDetails.values()].flatMap((group) => {
    const [oldest] = group;
    return oldest ? [{ id: shortId(oldest), oldest, rows: group }] : [];
  });
  const linesById = Map.groupBy(lines, ({ id }) => id);
  return lines.map((line) =>
    (linesById.get(line.id)?.length ?? 0) > 1 ? { ...line, id: fullId(line.oldest) } : line,
  );
}

const fullId = ({ kind, key }: PersonRow) =>
  `${toSearchText(ROW_NOUNS[kind])}-${key.slice(key.indexOf(':') + 1)}`;

const shortId = (row: PersonRow) =>
  row.kind === 'application' ? fullId(row).slice(0, 'aplicacao-'.length + 8) : fullId(row);

/** Splits a list such as `lead-12,venda-hotmart:HP1`. */
export const readIds = (text = ''): string[] => text.split(/[\s,]+/).filter(Boolean);

/**
 * Returns the keys of the person's rows, plus `also`, minus `without`.
 * @throws OperatorError if an id matches no line
 */
export function pickKeys(
  lines: readonly PersonLine[],
  { also, without }: { readonly also: readonly string[]; readonly without: readonly string[] },
): Set<string> {
  const knownIds = new Set(lines.map(({ id }) => id));
  const unknownId = [...also, ...without].find((id) => !knownIds.has(id));
  if (unknownId !== undefined) {
    throw new OperatorError(`Nada foi apagado: nenhuma linha da lista tem o id “${unknownId}”.`);
  }
  return new Set(
    lines
      .filter(({ id, oldest }) => (oldest.same || also.includes(id)) && !without.includes(id))
      .flatMap(({ rows }) => rows.map(({ key }) => key)),
  );
}

const MAX_OTHER_CONTACTS = 20;

export const describeCounts = (counts: ErasedCounts): string =>
  ERASABLE_TABLES.filter((table) => counts[table] > 0)
    .map((table) => formatQuantity(counts[table], ...TABLE_NOUNS[table]))
    .join(', ');

export function describeOtherErasures(
  counts: Readonly<Partial<Record<'sales' | 'notices' | 'outboxEvents' | 'mentions', number>>>,
): string {
  const { sales = 0, notices = 0, outboxEvents: events = 0, mentions = 0 } = counts;
  return [
    sales > 0 &&
      `${formatQuantity(sales, 'venda', 'vendas')}: sai quem comprou, ficam o valor e os dias\n`,
    notices > 0 &&
      `${formatQuantity(notices, 'aviso sem venda', 'avisos sem venda')}: sai o que diz da pessoa\n`,
    events > 0 &&
      `${formatQuantity(events, 'envio', 'envios')} a quem é avisado: o que não saiu não sai mais, do que saiu fica só que saiu\n`,
    mentions > 0 &&
      `${formatQuantity(mentions, 'outro lugar cita', 'outros lugares citam')} o contato (UTM, anotação, pedido): sai só o contato\n`,
  ]
    .filter(Boolean)
    .join('');
}

const quoteForShell = (text: string) => `'${cleanText(text).replaceAll("'", "'\\''")}'`;

const FIELD_NOUNS: Record<PersonField, string> = {
  names: 'nome',
  phones: 'telefone',
  emails: 'e-mail',
};

const LINE_COLUMNS: Columns<PersonLine> = {
  id: ({ id }) => id,
  o_que: ({ oldest }) => ROW_NOUNS[oldest.kind],
  gravado: ({ oldest }) => toLocalTime(oldest.at),
  nome: ({ oldest }) => oldest.names.join(' / '),
  telefone: ({ oldest }) => oldest.phones.join(' / '),
  email: ({ oldest }) => oldest.emails.join(' / '),
  linhas: ({ rows }) => rows.length,
  difere: ({ oldest }) => oldest.differs.map((field) => FIELD_NOUNS[field]).join(', '),
};

export const renderLines = (lines: readonly PersonLine[]): string =>
  createTable(Object.keys(LINE_COLUMNS))(lines.map((line) => toCells(LINE_COLUMNS, line)));

/** Lists the rows' other contacts, because rows with only those are not erased, but may be the same person's. */
export function describeOtherContacts(rows: readonly PersonRow[], person: PhoneAndEmail): string {
  const allPhones = rows.flatMap((row) => row.phones);
  const allEmails = rows.flatMap((row) => row.emails);
  const otherLines = [
    ...uniqueOtherContacts(person.phone, allPhones, dialedPhone).map(
      (text) => `--telefone ${text}`,
    ),
    ...uniqueOtherContacts(person.email, allEmails, emailKey).map((text) => `--email ${text}`),
  ].slice(0, MAX_OTHER_CONTACTS);
  if (otherLines.length === 0) return '';
  return `Outros contatos dessas linhas. Se também são da pessoa, apague-os em seguida:\n${otherLines.map((other) => `  ${other}\n`).join('')}`;
}

/** Returns the contacts, quoted for a shell, without the own one; of a contact's spellings, only the last. */
function uniqueOtherContacts(
  ownContact: string | null,
  texts: readonly string[],
  toKey: (text: string) => string | null,
): string[] {
  const textsByKey = new Map(texts.map((text) => [toKey(text), text]));
  textsByKey.delete(ownContact === null ? null : toKey(ownContact));
  textsByKey.delete(null);
  return [...textsByKey.values()].map(quoteForShell);
}
