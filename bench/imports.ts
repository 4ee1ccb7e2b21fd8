import { writeFileSync } from 'node:fs';
import { MINUTE_MS } from '@funil/contract/durations';
import { measureImports } from './import-file.ts';
import type { Table } from './statistics.ts';

const ROWS = Number(process.env.ROWS ?? 200_000);

const pad = (number: number, length: number) => String(number).padStart(length, '0');

/** Returns a time of the last months as Hotmart writes it. */
function timeOf(n: number): string {
  const [day = '', time = ''] = new Date(Date.UTC(2026, 0, 1) + n * MINUTE_MS)
    .toISOString()
    .split('T');
  return `${day.split('-').toReversed().join('/')} ${time.slice(0, 8)}`;
}

const phoneOf = (n: number) => `(11) 9${pad(n, 8)}`;

/** Writes an export of Hotmart's sales. */
function writeSales(file: string) {
  const lines = [
    'Código da transação;Status da transação;Data da transação;Confirmação do pagamento;Produto;Comprador(a);Email do(a) Comprador(a);Telefone;Moeda de compra;Valor de compra sem impostos;Faturamento líquido do(a) Produtor(a)',
  ];
  for (let n = 0; n < ROWS; n += 1) {
    const at = timeOf(n);
    lines.push(
      `HP${pad(n, 10)};Aprovado;${at};${at};Comunidade;Pessoa ${n};pessoa${n}@example.com;${phoneOf(n)};BRL;997,00;880,37`,
    );
  }
  writeFileSync(file, `\ufeff${lines.join('\r\n')}\r\n`);
}

/** Writes a list of leads. */
function writeLeads(file: string) {
  const lines = ['Nome,Telefone,E-mail,Data,Origem'];
  for (let n = 0; n < ROWS; n += 1) {
    lines.push(`Pessoa ${n},${phoneOf(n)},pessoa${n}@example.com,${timeOf(n)},instagram`);
  }
  writeFileSync(file, `${lines.join('\n')}\n`);
}

/** Measures the import of sales and of leads by the command, while leads arrive. */
export const benchImports = (): Promise<Table> =>
  measureImports({
    [`${ROWS} sales`]: { command: 'import', args: ['--de', 'hotmart'], write: writeSales },
    [`${ROWS} leads`]: { command: 'import', args: ['--de', 'leads'], write: writeLeads },
  });
