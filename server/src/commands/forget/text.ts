import { canonicalPhone, emailKey } from '@funil/contract/person';
import type { Table } from '@funil/contract/protocol';
import type { Kept } from '../../deliveries/forget-person.ts';
import { toLocalTime } from '../../output/local-time.ts';
import type { Counts } from '../../records/erase.ts';
import type { Found, FoundRow, Person } from '../../records/people.ts';
import { createTable, inColumns } from '../output/table.ts';
import { cleanText } from '../output/terminal-text.ts';
import { NOUNS, TABLES } from './request.ts';

/** Most rows listed before the question; the rest is a number. */
const MOST_LISTED = 20;

/** `1 lead, 2 eventos`; empty when there is nothing. */
export const describeCounts = (counts: Counts): string =>
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
export function describeTold(announcements: number): string {
  if (announcements === 0) return '';
  const noun = announcements === 1 ? 'anúncio a quem é avisado' : 'anúncios a quem é avisado';
  return `${announcements} ${noun}: o que não saiu não sai mais, do que saiu fica só que saiu\n`;
}

/** What a stranger typed, safe to be pasted behind a command. */
const quote = (text: string) => `'${cleanText(text).replaceAll("'", "'\\''")}'`;

/** The rows, as a table. */
export function listFound(found: Found): string {
  const cells = (table: Exclude<Table, 'jornada'>) =>
    found[table].map((row: FoundRow) => ({
      o_que: NOUNS[table][0],
      gravado: toLocalTime(row.created_at),
      nome: row.nome,
      telefone: row.phone,
      email: row.email,
    }));
  const rows = [...cells('leads'), ...cells('applications'), ...cells('application_drafts')];
  const rest = rows.length > MOST_LISTED ? `… e mais ${rows.length - MOST_LISTED}\n` : '';
  const columns = ['o_que', 'gravado', 'nome', 'telefone', 'email'];
  const listed = rows.slice(0, MOST_LISTED).map((row) => inColumns(columns, row));
  return createTable(columns)(listed) + rest;
}

/** Other contacts of the rows found and of who bought: rows that carry only those stay, and may be the person's too. */
export function listOtherContacts(
  { found, buyers }: Pick<Kept, 'found' | 'buyers'>,
  person: Person,
): string {
  const rows = [...found.leads, ...found.applications, ...found.application_drafts, ...buyers];
  const phones = othersThan(
    person.phone,
    rows.map(({ phone }) => phone),
    canonicalPhone,
  );
  const emails = othersThan(
    person.email,
    rows.map(({ email }) => email),
    emailKey,
  );
  const others = [
    ...phones.map((text) => `--telefone ${quote(text)}`),
    ...emails.map((text) => `--email ${quote(text)}`),
  ].slice(0, MOST_LISTED);
  if (others.length === 0) return '';
  return `Outros contatos dessas linhas. Se também são da pessoa, apague-os em seguida:\n${others.map((other) => `  ${other}\n`).join('')}`;
}

/** Each contact once, as it was written last; without the one that was asked for. */
function othersThan(
  asked: string | null,
  texts: readonly (string | null)[],
  keyOf: (text: string) => string | null,
): string[] {
  const given = texts.flatMap((text) => (text?.trim() ? [text] : []));
  const byKey = new Map(given.map((text) => [keyOf(text), text]));
  byKey.delete(asked === null ? null : keyOf(asked));
  byKey.delete(null);
  return [...byKey.values()];
}
