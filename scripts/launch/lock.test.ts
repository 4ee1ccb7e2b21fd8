import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { acquireLock } from './lock.mjs';

function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'funil-lock-'));
  const children: ChildProcess[] = [];
  return {
    folder,
    file: join(folder, 'lock'),
    /** Starts another process that takes the lock. */
    async startHolder(file: string) {
      const module = JSON.stringify(join(import.meta.dirname, 'lock.mjs'));
      const code = `const { acquireLock } = await import(${module});
        await acquireLock(${JSON.stringify(file)}, () => {}); console.log('held'); setInterval(() => {}, 1000);`;
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

test('makes the second caller wait until the first releases the lock', async () => {
  using place = makeFolder();
  const steps: string[] = [];
  const release = await acquireLock(place.file, () => steps.push('the first waits'));
  const second = acquireLock(place.file, () => {
    steps.push('the second waits');
    release();
  });
  (await second)();
  expect(steps).toEqual(['the second waits']);
  expect(readdirSync(place.folder)).toEqual([]);
});

test('waits until a running owner is killed', async () => {
  using place = makeFolder();
  const holder = await place.startHolder(place.file);
  const waiting: string[] = [];
  const second = acquireLock(place.file, () => {
    waiting.push('waits');
    holder.kill('SIGKILL');
  });
  (await second)();
  expect(waiting).toEqual(['waits']);
});

test.each([
  ['has ended', () => `${spawnSync(process.execPath, ['--version']).pid} 1`],
  ['had the id of another process', () => `${process.pid} 1`],
])('does not wait for a process that %s', async (_, makeHolder) => {
  using place = makeFolder();
  writeFileSync(place.file, makeHolder());
  (await acquireLock(place.file, () => expect.unreachable()))();
});

test('takes a lock that is older than any work', async () => {
  using place = makeFolder();
  await place.startHolder(place.file);
  const longAgo = new Date(Date.now() - 2 * 60 * 60_000);
  utimesSync(place.file, longAgo, longAgo);
  (await acquireLock(place.file, () => expect.unreachable()))();
});
