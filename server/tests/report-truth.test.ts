import { afterAll, expect, test } from 'vitest';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { runFile } from '../../testkit/start-process.ts';
import type { TrueReport } from '../src/simulate/truth.ts';
import type { StoreKind } from './open-test-store.ts';
import { SECRETS, startSales } from './start-sales.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const STORES: StoreKind[] = ['SQLite', 'PostgreSQL'];

const byOrigin = (origins: TrueReport['origins']) =>
  Object.fromEntries(
    origins.map(({ source, medium, campaign, content, ...counts }) => [
      JSON.stringify([source, medium, campaign, content]),
      counts,
    ]),
  );

test.each(STORES)(
  '%s: the report of a simulated month is the truth, to the centavo',
  { timeout: 120_000 },
  async (kind) => {
    await using sales = await startSales(kind, postgres);
    const args = ['--visits', '1200', '--seed', '5', '--url', sales.address];
    const played = await runFile('commands/simulate.ts', args, SECRETS);
    expect(played).toMatchObject({ code: 0, stderr: '' });
    const truth: TrueReport = JSON.parse(played.stdout);
    const report = async () => {
      const { stdout } = await runFile('commands/report.ts', ['--json', '-'], sales.env);
      const { funnel, money, origins, sales_without_origin } = JSON.parse(stdout);
      return { funnel, money, origins: byOrigin(origins), sales_without_origin };
    };
    await expect.poll(report, { timeout: 60_000, interval: 500 }).toEqual({
      funnel: truth.funnel,
      money: truth.money,
      origins: byOrigin(truth.origins),
      sales_without_origin: truth.sales_without_origin,
    });
    expect(truth.funnel.paid).toBeGreaterThan(5);
  },
);
