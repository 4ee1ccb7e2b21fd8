import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { runFile } from '../../testkit/start-process.ts';
import { openMonth } from './money-month.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const DATABASES = ['SQLite', 'PostgreSQL'];
const MARCH = ['--desde', '2026-03-01', '--ate', '2026-03-31'];
const NO_MONEY = { paid_cents: 0, refunded_cents: 0, pending_cents: 0 };
const ofCampaign = (source: string, content: string) => ({
  ...{ source, medium: 'social', campaign: 'lancamento', content, visits: 0 },
});

test.each(DATABASES)(
  '%s: the JSON tells the money of March, by the origin of each lead',
  async (kind) => {
    await using database = await openMonth(kind, postgres);
    const file = join(database.folder, 'report.json');
    const run = await runFile('commands/report.ts', [...MARCH, '--json', file], database.env);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const report = JSON.parse(readFileSync(file, 'utf8'));
    expect(report.from).toBe('2026-03-01');
    expect(report.until).toBe('2026-03-31');
    expect(report.funnel).toEqual({
      ...{ visits: 0, leads: 3, applications: 1, checkouts: 0, pending: 2, paid: 5, refunded: 2 },
    });
    expect(report.money).toEqual({
      currency: 'BRL',
      paid_cents: 149_710 + 499_799 + 7 + 11,
      refunded_cents: 29_701 + 499_799,
      pending_cents: 3,
    });
    expect(report.origins).toEqual([
      {
        ...{ ...ofCampaign('google', ''), leads: 0, sales: 1 },
        ...{ paid_cents: 499_799, refunded_cents: 499_799, pending_cents: 0 },
      },
      {
        ...{ ...ofCampaign('instagram', 'reels'), leads: 1, sales: 2 },
        ...{ ...NO_MONEY, paid_cents: 149_710 },
      },
      {
        ...{ ...ofCampaign('instagram', 'story'), leads: 2, sales: 0 },
        ...{ ...NO_MONEY, refunded_cents: 29_701, pending_cents: 3 },
      },
    ]);
    expect(report.sales_without_origin).toBe(2);
    expect(report.money_without_origin).toEqual({ ...NO_MONEY, paid_cents: 18 });
    expect(report.sales_without_value).toBe(1);
    expect(report.lead_to_payment_days.sales).toBe(3);
  },
);

test('tables, page and spreadsheet tell the same money', async () => {
  await using database = await openMonth('SQLite', postgres);
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runFile(
      'commands/report.ts',
      [...MARCH, ...args],
      database.env,
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout.replaceAll('\u{a0}', ' ');
  };
  const text = await run();
  expect(text).toMatch(/^Venda paga +5 .*R\$ 6\.495,27$/m);
  expect(text).toMatch(/^Dinheiro devolvido +2 .*R\$ 5\.295,00$/m);
  expect(text).toMatch(/^sem origem +– +– +– +2 +– +R\$ 0,18 /m);
  expect(text).toMatch(/^instagram \/ lancamento \/ reels +0 +1 +– +2 +200,0% +R\$ 1\.497,10 /m);
  expect(text).toMatch(/^tmb +0 +1 +R\$ 4\.997,99 /m);
  expect(text).toContain('1 venda paga não tem valor em reais e não entra na receita.');
  expect(text).toMatch(/^Metade pagou em até .* depois do lead; nove em cada dez/m);
  const html = await run('--html', '-');
  expect(html).toContain('R$ 6.495,27');
  expect(html).not.toMatch(/<script|(?:src|href)=|url\(/);
  const csv = (await run('--csv', '-')).trim().split('\r\n');
  expect(csv[0]).toContain(';utm_campaign;visitas;');
  const cents = csv.slice(1).map((line) => Number(line.split(';').at(-3)));
  expect(cents.reduce((sum, value) => sum + value, 0)).toBe(649_527);
  expect(csv.join('\n')).toContain('"2026-03-11";"sem origem"');
});
