import { mkdtempDisposableSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fieldColumns } from '../../csv/columns.ts';
import { showList } from './show-list.ts';

interface Row {
  readonly nome: string;
}

/** Shows a list with a command's options, and returns what the command prints. */
async function show(options: { csv?: string; json?: string }, pages: Iterable<Row[]> = []) {
  let printed = '';
  const print = (text: string) => {
    printed += text;
  };
  await showList<Row>(
    { options, print, isOutputOpen: () => true },
    { read: () => pages, columns: fieldColumns<Row>('nome'), noun: ['lead', 'leads'] },
  );
  return printed;
}

test('prints a table, CSV or JSON, also without rows', async () => {
  const rows = [{ nome: 'Ana' }, { nome: 'Bia' }];
  expect(await show({}, [rows])).toBe('nome\n────\nAna\nBia\n2 leads\n');
  expect(await show({})).toBe('0 leads\n');
  expect(await show({ csv: '-' })).toBe('\u{feff}nome\r\n');
  expect(await show({ json: '-' })).toBe('[\n]\n');
  expect(JSON.parse(await show({ json: '-' }, [rows]))).toEqual(rows);
});

test('replaces a file of the same name, which only its owner may read, and says so', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'funil-'));
  const csv = join(folder.path, 'leads.csv');
  expect(await show({ csv })).toBe(`0 leads em ${csv}\n`);
  expect(await show({ csv }, [[{ nome: 'Ana' }]])).toBe(
    `1 lead em ${csv} (o anterior foi substituído)\n`,
  );
  expect(readdirSync(folder.path)).toEqual(['leads.csv']);
  expect(readFileSync(csv, 'utf8')).toContain('Ana');
  expect(statSync(csv).mode & 0o777).toBe(0o600);
});

test('keeps the file of the same name as it was when the rows cannot be read', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'funil-'));
  const csv = join(folder.path, 'leads.csv');
  await show({ csv }, [[{ nome: 'Ana' }]]);
  function* fail() {
    yield [{ nome: 'Bia' }];
    throw new Error('gone');
  }
  await expect(show({ csv }, fail())).rejects.toThrow('gone');
  expect(readdirSync(folder.path)).toEqual(['leads.csv']);
  expect(readFileSync(csv, 'utf8')).toContain('Ana');
});

test('names a file that cannot be written, and the reason', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'funil-'));
  const nowhere = join(folder.path, 'none', 'leads.csv');
  await expect(show({ csv: nowhere })).rejects.toThrow(
    `Não existe a pasta em que ${nowhere} ficaria.`,
  );
  await expect(show({ json: folder.path })).rejects.toThrow(
    `${folder.path} é uma pasta; escolha o nome de um arquivo.`,
  );
  await expect(show({ csv: '/dev/full' })).rejects.toThrow(
    'Não há espaço no disco para /dev/full; nada ficou pela metade.',
  );
});

test('refuses two outputs to the terminal', async () => {
  await expect(show({ csv: '-', json: '-' })).rejects.toThrow('Só uma das saídas');
});
