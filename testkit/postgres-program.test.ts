import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { preparePrograms } from './postgres-program.ts';
import { makeFolder } from './start-app.ts';

const nobody = { uid: 65_534, gid: 65_534 };

/** The parts of the program that matter here, and a folder where a copy may be made. */
function makeProgram() {
  const folder = makeFolder();
  chmodSync(folder.path, 0o755);
  const program = join(folder.path, 'package', 'native');
  const spare = join(folder.path, 'spare');
  for (const path of [join(program, 'bin'), join(program, 'lib'), spare]) {
    mkdirSync(path, { recursive: true });
  }
  writeFileSync(join(program, 'bin', 'initdb'), '', { mode: 0o700 });
  writeFileSync(join(program, 'lib', 'libpq.so.5.18'), '');
  return { program, spare, [Symbol.dispose]: folder[Symbol.dispose] };
}

test('uses the programs where npm put them if their user can enter', () => {
  using made = makeProgram();
  expect(preparePrograms(nobody, made.spare, made.program)).toBe(join(made.program, 'bin'));
});

test('copies the programs out of a folder that only root may enter', () => {
  using made = makeProgram();
  chmodSync(join(made.program, '..'), 0o700);
  expect(preparePrograms(nobody, made.spare, made.program)).toBe(join(made.spare, 'native/bin'));
  expect(statSync(join(made.spare, 'native/bin/initdb')).mode & 0o777).toBe(0o755);
  expect(preparePrograms(null, made.spare, made.program)).toBe(join(made.program, 'bin'));
});

test('makes the links that npm was told not to make in a copy', () => {
  using made = makeProgram();
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  writeFileSync(join(made.program, 'pg-symlinks.json'), JSON.stringify(links));
  expect(preparePrograms(null, made.spare, made.program)).toBe(join(made.spare, 'native/bin'));
  expect(existsSync(join(made.spare, 'native/lib/libpq.so.5'))).toBe(true);
});
