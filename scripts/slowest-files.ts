import { join, relative } from 'node:path';

export interface FileDuration {
  readonly file: string;
  readonly ms: number;
}

interface VitestReport {
  readonly testResults: readonly { name: string; startTime: number; endTime: number }[];
}

interface PlaywrightSuite {
  /** Relative to the report's `rootDir`. */
  readonly file: string;
  readonly specs: readonly {
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

interface PlaywrightReport {
  readonly config: { readonly rootDir: string };
  readonly suites: readonly PlaywrightSuite[];
}

export const readVitestDurations = (root: string, report: VitestReport): FileDuration[] =>
  report.testResults.map(({ name, startTime, endTime }) => ({
    file: relative(root, name),
    ms: endTime - startTime,
  }));

const sumResults = ({ specs, suites = [] }: PlaywrightSuite): number =>
  specs
    .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
    .reduce((sum, { duration }) => sum + duration, 0) +
  suites.reduce((sum, suite) => sum + sumResults(suite), 0);

export const readPlaywrightDurations = (root: string, report: PlaywrightReport): FileDuration[] =>
  report.suites.map((suite) => ({
    file: relative(root, join(report.config.rootDir, suite.file)),
    ms: sumResults(suite),
  }));

export const describeSlowest = (files: readonly FileDuration[]): string[] =>
  files
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 10)
    .map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`);
