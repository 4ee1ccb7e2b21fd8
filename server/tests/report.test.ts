import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { openOperatorDatabase } from '../src/operator/database.ts';
import {
  addStages,
  groupStages,
  originKey,
  type ReportData,
} from '../src/operator/report/model.ts';
import { readReport } from '../src/operator/report/read-report.ts';
import { createPostgresStore } from '../src/store/postgres.ts';
import { makeLead } from './rows.ts';
import { type Row, simulateVisits, type Truth } from './simulated-day.ts';
import { insert, startApp } from './start-app.ts';
import { startPostgres } from './start-postgres.ts';
import { runFile } from './start-process.ts';

const DAY = Date.parse('2026-03-01T00:00:00-03:00');
const ALL = { from: null, until: null };

/** Sends rows as visits' pages do, by a hundred, several at a time; some batches arrive twice. */
async function feed(address: string, rows: readonly Row[]): Promise<void> {
  const batches: Row[][] = [];
  for (let start = 0; start < rows.length; start += 100) {
    batches.push(rows.slice(start, start + 100));
  }
  batches.push(...batches.filter((_, index) => index % 50 === 0));
  const send = async () => {
    for (let batch = batches.pop(); batch; batch = batches.pop()) {
      const answer = await insert(address, 'jornada', batch);
      if (answer.status !== 201) throw new Error(await answer.text());
    }
  };
  await Promise.all(Array.from({ length: 8 }, send));
}

function openDatabase(env: Record<string, string>) {
  const read = readConfig(env);
  if (!read.ok) throw new Error(read.message);
  return openOperatorDatabase(read.config);
}

function expectTruth(report: ReportData, truth: Truth): void {
  for (const { first, sum } of groupStages(report.stages, originKey)) {
    const expected = truth.stages[[first.source, first.medium, first.campaign].join('|')];
    expect(sum).toEqual({
      ...{ cta: 0, formStart: 0, leads: 0, checkout: 0, purchases: 0, applications: 0 },
      ...expected,
    });
  }
  const visits = Object.values(truth.stages).map((stages) => stages.visits ?? 0);
  expect(addStages(report.stages).visits).toBe(visits.reduce((a, b) => a + b));
  const days = groupStages(report.stages, ({ day }) => day);
  expect(Object.fromEntries(days.map(({ first, sum }) => [first.day, sum.visits]))).toEqual(
    truth.days,
  );
  const sections = Object.entries(truth.sections).map(([section, { visits, ms }]) => ({
    section,
    visits,
    seconds: expect.closeTo(ms / 1000 / visits, 6),
  }));
  expect(report.sections.toSorted((a, b) => a.section.localeCompare(b.section))).toEqual(
    sections.toSorted((a, b) => a.section.localeCompare(b.section)),
  );
  expect(
    Object.fromEntries(report.abandonment.map(({ field, visits }) => [field, visits])),
  ).toEqual(truth.abandoned);
  for (const { source, medium, campaign, metric, p75, samples } of report.vitals) {
    const values = truth.vitals[[source, medium, campaign, metric].join('|')] ?? [];
    values.sort((a, b) => a - b);
    expect({ p75, samples }).toEqual({
      p75: values[Math.ceil(values.length * 0.75) - 1],
      samples: values.length,
    });
  }
  expect(report.vitals).toHaveLength(Object.keys(truth.vitals).length);
  expect(report.revenue.reduce((sum, { value }) => sum + value, 0)).toBe(truth.revenue);
}

test('the report of 20,000 visits says what happened, within two seconds', {
  timeout: 180_000,
}, async () => {
  await using app = await startApp({ env: { RATE_LIMIT: '0' } });
  const { rows, truth } = simulateVisits(20_000, DAY);
  await feed(app.address, rows);
  await using database = openDatabase({ DATA_DIR: app.dataDir });
  const start = performance.now();
  const report = await readReport({ database, isPostgres: false, period: ALL });
  const seconds = (performance.now() - start) / 1000;
  console.log(`${rows.length} rows, report in ${seconds.toFixed(2)} s`);
  expectTruth(report, truth);
  expect(seconds).toBeLessThan(2);
});
