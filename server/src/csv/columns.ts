import { toLocalTime } from '@funil/contract/local-time';

export type Cell = string | number | null;

/** Columns by title; the function returns a row's cell. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

type CellField<Row> = {
  [Field in keyof Row & string]-?: Row[Field] extends Cell | undefined ? Field : never;
}[keyof Row & string];

const TIME_FIELD = /_(?:at|timestamp)$/;

/** A field's title is its name, or its key in a record of fields by title. */
export const fieldColumns = <Row>(
  ...fields: (CellField<Row> | Readonly<Record<string, CellField<Row>>>)[]
): Columns<Row> =>
  Object.fromEntries(
    fields
      .flatMap((field) => Object.entries(typeof field === 'string' ? { [field]: field } : field))
      .map(([title, field]) => [title, (row: Row) => toCell(field, row[field] as Cell)]),
  );

const toCell = (field: string, value: Cell | undefined): Cell =>
  typeof value === 'string' && TIME_FIELD.test(field) ? toLocalTime(value) : (value ?? null);

export const toCells = <Row>(columns: Columns<Row>, row: Row): Cell[] =>
  Object.values(columns).map((cell) => cell(row));
