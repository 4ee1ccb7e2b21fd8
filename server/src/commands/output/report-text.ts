import type { Table } from '../../report/tables/tables.ts';
import { createTable } from './table.ts';

/** A report's table for the terminal: names to the left, numbers to the right. */
export const printTable = ({ title, columns, rows }: Table): string =>
  `${title}\n${createTable(columns, { widest: 44, isNumber: (index) => index > 0 })(rows)}`;
