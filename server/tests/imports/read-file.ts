import type { FileChoice } from '../../src/imports/file-layout.ts';
import { openImportFile } from '../../src/imports/open-file.ts';
import { type ImportRow, readImportRows } from '../../src/imports/read-rows.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const CHUNK_BYTES = 1_000;

type Choice = Partial<FileChoice> & { readonly platform?: string | null };

/** Returns a file's rows as they are read; the file arrives in small chunks. */
export async function readFile(
  content: string | Buffer,
  { platform = null, ...choice }: Choice = {},
) {
  const bytes = Buffer.from(content);
  async function* source() {
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
      yield bytes.subarray(at, at + CHUNK_BYTES);
  }
  const opened = await openImportFile(
    source,
    { kind: null, columns: null, ...choice },
    async () => null,
  );
  const rows: ImportRow[] = [];
  if (opened.file) {
    for await (const some of readImportRows(opened.file, { platform, now: NOW }))
      rows.push(...some);
  }
  return { ...opened, rows };
}

export async function readNotices(content: string | Buffer, choice: Choice = {}) {
  const { rows } = await readFile(content, choice);
  return rows.map((row) => {
    if (row.type !== 'sale') return row;
    const { platform, notice } = row.report;
    return { type: row.type, line: row.line, platform, ...notice };
  });
}

export async function readSales(content: string | Buffer, choice: Choice = {}) {
  return (await readNotices(content, choice)).map((row) => {
    if (row.type === 'refused') return `${row.line}: ${row.reason}`;
    if (row.type !== 'sale') return `${row.line}: ${row.type}`;
    const { kind, saleKey, valueCents, split, occurredAt } = row;
    return [kind, saleKey, valueCents, split.netCents, occurredAt].join(' ');
  });
}

export async function readLeads(content: string | Buffer, choice: Choice = {}) {
  const { rows } = await readFile(content, choice);
  return rows.map((row) => {
    if (row.type === 'refused') return `${row.line}: ${row.reason}`;
    if (row.type !== 'lead') return `${row.line}: ${row.type}`;
    const { nome, telefone, phoneKey, createdAt } = row.lead;
    return [nome, telefone, phoneKey, createdAt.slice(0, 10)].join(' | ');
  });
}
