import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS, MINUTE_MS } from '@funil/contract/durations';
import { Funil } from '../testkit/funil.ts';
import { type DatabaseSettings, onBothDatabases } from './databases.ts';
import { type FigureTable, NO_RATE_LIMIT, readMemory, sendLeads } from './load.ts';

const COMMANDS = join(import.meta.dirname, '../server/src/commands');
const ROWS_PER_FILE = Number(process.env.ROWS ?? 200_000);
const ADS = 1_000;
const LOAD_SECONDS = 15;
const MEMORY_INTERVAL_MS = 200;

const pad = (number: number, length: number) => String(number).padStart(length, '0');

function timeOf(n: number): string {
  const [day = '', time = ''] = new Date(Date.UTC(2026, 0, 1) + n * MINUTE_MS)
    .toISOString()
    .split('T');
  return `${day.split('-').toReversed().join('/')} ${time.slice(0, 8)}`;
}

const phoneOf = (n: number) => `(11) 9${pad(n, 8)}`;

const saleLine = (n: number) =>
  `HP${pad(n, 10)};Aprovado;${timeOf(n)};${timeOf(n)};Comunidade;Pessoa ${n};pessoa${n}@example.com;${phoneOf(n)};BRL;997,00;880,37`;

const leadLine = (n: number) =>
  `Pessoa ${n},${phoneOf(n)},pessoa${n}@example.com,${timeOf(n)},instagram`;

function spendLine(n: number): string {
  const day = new Date(Date.UTC(2026, 0, 1) + Math.floor(n / ADS) * DAY_MS);
  const ad = n % ADS;
  const [set, campaign] = [Math.floor(ad / 5), Math.floor(ad / 50)];
  return `${day.toISOString().slice(0, 10)},LANÇAMENTO ${campaign},${12_025_300_000 + campaign},Público ${set},${12_025_400_000 + set},Criativo ${ad},${12_025_500_000 + ad},${n % 5_000},${n % 90},${n % 200}.${n % 10}7`;
}

interface FileImport {
  readonly command: readonly string[];
  readonly titles: string;
  readonly lineOf: (n: number) => string;
}

const IMPORTS: Readonly<Record<string, FileImport>> = {
  leads: {
    command: ['import.ts', '--de', 'leads'],
    titles: 'Nome,Telefone,E-mail,Data,Origem',
    lineOf: leadLine,
  },
  sales: {
    command: ['import.ts', '--de', 'hotmart'],
    titles:
      'Código da transação;Status da transação;Data da transação;Confirmação do pagamento;Produto;Comprador(a);Email do(a) Comprador(a);Telefone;Moeda de compra;Valor de compra sem impostos;Faturamento líquido do(a) Produtor(a)',
    lineOf: saleLine,
  },
  spend: {
    command: ['spend.ts'],
    titles:
      'Dia,Nome da campanha,Identificação da campanha,Nome do conjunto de anúncios,Identificação do conjunto de anúncios,Nome do anúncio,Identificação do anúncio,Impressões,Cliques no link,Valor usado (BRL)',
    lineOf: spendLine,
  },
};

async function measureImport(funil: Funil, settings: DatabaseSettings, fileImport: FileImport) {
  const file = join(funil.dataDir, 'import.csv');
  const lines = Array.from({ length: ROWS_PER_FILE }, (_, n) => fileImport.lineOf(n));
  writeFileSync(file, `${[fileImport.titles, ...lines].join('\n')}\n`);
  const [command = '', ...options] = fileImport.command;
  const start = performance.now();
  const child = spawn(process.execPath, [join(COMMANDS, command), file, ...options], {
    env: { ...process.env, ENV_FILE: '', ...settings, DATA_DIR: funil.dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let memory = 0;
  const measuring = setInterval(() => {
    memory = Math.max(memory, readMemory(Number(child.pid)).peak);
  }, MEMORY_INTERVAL_MS);
  const ended = once(child, 'exit').finally(() => clearInterval(measuring));
  const leads = await sendLeads(funil.url, LOAD_SECONDS);
  const [code] = await ended;
  if (code !== 0) throw new Error(`The command ${command} failed.`);
  const seconds = (performance.now() - start) / 1_000;
  return { leads, command: `${seconds.toFixed(0)} s, ${memory.toFixed(0)} MB` };
}

async function measureImports(settings: DatabaseSettings): Promise<Record<string, string>> {
  await using funil = new Funil({ env: { ...settings, ...NO_RATE_LIMIT } });
  await funil.start();
  await sendLeads(funil.url, 5);
  const figures: Record<string, string> = {
    'leads at 200/s': await sendLeads(funil.url, LOAD_SECONDS),
  };
  const { FILE } = process.env;
  for (const [name, fileImport] of Object.entries(IMPORTS)) {
    if (name !== (FILE ?? name)) continue;
    const { leads, command } = await measureImport(funil, settings, fileImport);
    figures[`beside an import of ${ROWS_PER_FILE} ${name}`] = leads;
    figures[`the import of ${name}`] = command;
  }
  await funil.stop();
  return figures;
}

export const benchImport = (): Promise<FigureTable> => onBothDatabases(measureImports);
