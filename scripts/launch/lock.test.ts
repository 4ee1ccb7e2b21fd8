import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { acquireLock } from './lock.mjs';

function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'funil-lock-'));
  const file = join(folder, 'lock');
  const children: ChildProcess[] = [];
  const start = (code: string) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    return child;
  };
  return {
    folder,
    file,
    startAny: () => start('setInterval(() => {}, 1000);'),
    /** Starts another process that takes the lock, and shares it with a child. */
    async startOwner(child: ChildProcess | null = null) {
      const module = JSON.stringify(join(import.meta.dirname, 'lock.mjs'));
      const owner = start(`const { acquireLock } = await import(${module});
        const lock = await acquireLock(${JSON.stringify(file)}, () => {});
        lock.shareWith(${child?.pid}); console.log('held'); setInterval(() => {}, 1000);`);
      await once(owner.stdout, 'data');
      return owner;
    },
    [Symbol.dispose]() {
      for (const child of children) child.kill('SIGKILL');
      rmSync(folder, { recursive: true });
    },
  };
}

test('makes the second caller wait until the first releases the lock', async () => {
  using place = makeFolder();
  const first = await acquireLock(place.file, () => expect.unreachable());
  let waits = 0;
  const second = await acquireLock(place.file, () => {
    waits += 1;
    first.release();
  });
  expect(waits).toBe(1);
  second.release();
  expect(readdirSync(place.folder)).toEqual([]);
});

test('waits until a running owner is killed', async () => {
  using place = makeFolder();
  const owner = await place.startOwner();
  let waits = 0;
  await acquireLock(place.file, () => {
    waits += 1;
    owner.kill('SIGKILL');
  });
  expect(waits).toBe(1);
});

test('waits for the child of a killed owner', async () => {
  using place = makeFolder();
  const child = place.startAny();
  const owner = await place.startOwner(child);
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  let waits = 0;
  await acquireLock(place.file, () => {
    waits += 1;
    child.kill('SIGKILL');
  });
  expect(waits).toBe(1);
});

test.each([
  ['has ended', () => `${spawnSync(process.execPath, ['--version']).pid} 1`],
  ['had the id of another process', () => `${process.pid} 1`],
])('does not wait for a process that %s', async (_, makeOwner) => {
  using place = makeFolder();
  writeFileSync(place.file, makeOwner());
  await acquireLock(place.file, () => expect.unreachable());
});
