import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../start-app.ts';
import { preparePrograms } from './postgres-program.ts';

const nobody = { uid: 65_534, gid: 65_534 };

/** Makes a fake program, and a folder for a copy. */
function makeFakePackage() {
  const folder = makeFolder();
  chmodSync(folder.path, 0o755);
  const programFolder = join(folder.path, 'package', 'native');
  const copyFolder = join(folder.path, 'copyFolder');
  for (const path of [join(programFolder, 'bin'), join(programFolder, 'lib'), copyFolder]) {
    mkdirSync(path, { recursive: true });
  }
  // The umask restricts the mode that mkdir sets.
  for (const path of [join(programFolder, '..'), programFolder, join(programFolder, 'bin')])
    chmodSync(path, 0o755);
  writeFileSync(join(programFolder, 'bin', 'initdb'), '', { mode: 0o700 });
  writeFileSync(join(programFolder, 'lib', 'libpq.so.5.18'), '');
  return { programFolder, copyFolder, [Symbol.dispose]: folder[Symbol.dispose] };
}

test('uses the programs in npm’s folder if the user can enter it', () => {
  using fake = makeFakePackage();
  expect(preparePrograms(nobody, fake.copyFolder, fake.programFolder)).toBe(
    join(fake.programFolder, 'bin'),
  );
});

test('copies the programs from a folder that only root may enter', () => {
  using fake = makeFakePackage();
  chmodSync(join(fake.programFolder, '..'), 0o700);
  expect(preparePrograms(nobody, fake.copyFolder, fake.programFolder)).toBe(
    join(fake.copyFolder, 'native/bin'),
  );
  expect(statSync(join(fake.copyFolder, 'native/bin/initdb')).mode & 0o777).toBe(0o755);
  expect(preparePrograms(null, fake.copyFolder, fake.programFolder)).toBe(
    join(fake.programFolder, 'bin'),
  );
});

test('copies the programs and makes their links if npm ignored install scripts', () => {
  using fake = makeFakePackage();
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  writeFileSync(join(fake.programFolder, 'pg-symlinks.json'), JSON.stringify(links));
  expect(preparePrograms(null, fake.copyFolder, fake.programFolder)).toBe(
    join(fake.copyFolder, 'native/bin'),
  );
  expect(existsSync(join(fake.copyFolder, 'native/lib/libpq.so.5'))).toBe(true);
});
