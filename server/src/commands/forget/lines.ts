import type { PersonRow } from '@funil/contract/console/people';
import { OperatorError } from '../run/operator-error.ts';

/** Rows that say the same of their person: one line of the list, with an id by which it is chosen. */
export interface Line {
  /** Such as `lead-12`: of the oldest row, so that it stays the same while rows come. */
  readonly id: string;
  readonly first: PersonRow;
  readonly rows: readonly PersonRow[];
}

const WORDS: Record<PersonRow['kind'], string> = {
  lead: 'lead',
  application: 'aplicacao',
  sale: 'venda',
  notice: 'aviso',
  announcement: 'anuncio',
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

const fullId = ({ kind, key }: PersonRow) => `${WORDS[kind]}-${key.slice(key.indexOf(':') + 1)}`;

/** Of an application's UUID its first part. */
const shortId = (row: PersonRow) =>
  row.kind === 'application' ? fullId(row).slice(0, WORDS.application.length + 9) : fullId(row);

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
