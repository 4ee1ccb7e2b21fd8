import { toLocalTime } from '@funil/contract/local-time';

export type Cell = string | number | null;

/** The columns of a table or a CSV file. By the column's title, each function returns a row's cell. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

/** Names of a row's fields whose values are cells. */
type CellField<Row> = {
  [Field in keyof Row & string]-?: Row[Field] extends Cell | undefined ? Field : never;
}[keyof Row & string];

/** Names of fields with a time, which is shown in Brasília's zone. */
const TIME_FIELD = /_(?:at|timestamp)$/;

/** Returns columns for a row's fields, titled by the field's name, or by the key in a record of fields by title. */
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

/** Returns a row's cells in the order of the columns. */
export const toCells = <Row>(columns: Columns<Row>, row: Row): Cell[] =>
  Object.values(columns).map((cell) => cell(row));
