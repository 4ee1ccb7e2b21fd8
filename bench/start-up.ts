import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Funil } from '../testkit/funil.ts';
import { summarise } from './statistics.ts';

const ROOT = join(import.meta.dirname, '..');

/** How long a build takes without its stamp (pictures cached), and a start once built. In ms. */
export async function benchStartUp(
  rounds: number,
): Promise<Record<string, Record<string, string>>> {
  const builds: number[] = [];
  const starts: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    rmSync(join(ROOT, 'site/dist/.inputs-sha256'), { force: true });
    const build = performance.now();
    execFileSync(process.execPath, [join(ROOT, 'scripts/build.ts')], { stdio: 'ignore' });
    builds.push(performance.now() - build);
    await using funil = new Funil();
    const start = performance.now();
    await funil.start();
    starts.push(performance.now() - start);
  }
  return {
    build: { ms: summarise(builds) },
    'server ready': { ms: summarise(starts) },
  };
}
