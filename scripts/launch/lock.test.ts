import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeLock } from './lock.mjs';

function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'funil-lock-'));
  const children: ChildProcess[] = [];
  return {
    folder,
    file: join(folder, 'lock'),
    /** Another process that takes the lock and keeps it. */
    async startHolder(file: string) {
      const module = JSON.stringify(join(import.meta.dirname, 'lock.mjs'));
      const code = `const { takeLock } = await import(${module});
        await takeLock(${JSON.stringify(file)}, () => {}); console.log('held'); setInterval(() => {}, 1000);`;
      const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      children.push(child);
      await once(child.stdout, 'data');
      return child;
    },
    [Symbol.dispose]() {
      for (const child of children) child.kill('SIGKILL');
      rmSync(folder, { recursive: true });
    },
  };
}

test('the second waits, says so once, and goes on when the first is done', async () => {
  using place = makeFolder();
  const steps: string[] = [];
  const release = await takeLock(place.file, () => steps.push('the first waits'));
  const second = takeLock(place.file, () => {
    steps.push('the second waits');
    release();
  });
  (await second)();
  expect(steps).toEqual(['the second waits']);
  expect(readdirSync(place.folder)).toEqual([]);
});

test('a holder that was killed is not waited for', async () => {
  using place = makeFolder();
  const holder = await place.startHolder(place.file);
  const waiting: string[] = [];
  const second = takeLock(place.file, () => {
    waiting.push('waits');
    holder.kill('SIGKILL');
  });
  (await second)();
  expect(waiting).toEqual(['waits']);
});

test('an id given again to another process does not hold', async () => {
  using place = makeFolder();
  writeFileSync(place.file, `${process.pid} 1`);
  const release = await takeLock(place.file, () => expect.unreachable());
  release();
});

test('what is left of a process that has ended, or is older than any work, does not hold', async () => {
  using place = makeFolder();
  writeFileSync(place.file, `${spawnSync(process.execPath, ['--version']).pid} 1`);
  (await takeLock(place.file, () => expect.unreachable()))();

  await place.startHolder(place.file);
  const longAgo = new Date(Date.now() - 2 * 60 * 60_000);
  utimesSync(place.file, longAgo, longAgo);
  (await takeLock(place.file, () => expect.unreachable()))();
});

test('of many at once one at a time holds it', async () => {
  using place = makeFolder();
  let holders = 0;
  let most = 0;
  const work = async () => {
    const release = await takeLock(place.file, () => {});
    most = Math.max(most, ++holders);
    await new Promise((resolve) => setTimeout(resolve, 5));
    holders -= 1;
    release();
  };
  await Promise.all([work(), work(), work()]);
  expect(most).toBe(1);
});
