import { html, type Markup } from '../../markup/html.ts';
import type { Table } from '../tables/table.ts';

/** More columns than this stand below each other on a phone. */
const MOST_COLUMNS_ABREAST = 4;

/** A table whose roles are said, for what stands below each other on a phone is none to a screen reader. */
export function renderTable({ title, columns, rows }: Table): Markup {
  const head = columns.map((column) => html`<th role="columnheader" scope="col">${column}</th>`);
  const body = rows.map(([first = '', ...cells]) => {
    const numbers = cells.map(
      (cell, index) => html`<td role="cell" data-column="${columns[index + 1] ?? ''}">${cell}</td>`,
    );
    return html`<tr role="row"><th role="rowheader" scope="row">${first}</th>${numbers}</tr>`;
  });
  const kind = columns.length > MOST_COLUMNS_ABREAST ? 'wide' : 'narrow';
  return html`<table role="table" class="${kind}"><caption>${title}</caption>
<thead role="rowgroup"><tr role="row">${head}</tr></thead><tbody role="rowgroup">${body}</tbody></table>`;
}
