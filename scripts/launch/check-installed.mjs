// Runs with the project's Node. Exits with 0 if node_modules contains the lockfile's packages for this machine and native
// packages load; otherwise prints the problems to the standard error.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { findMissingPackages, listNativePackages } from './missing-packages.mjs';

const root = join(import.meta.dirname, '..', '..');
const kind = process.argv[2] === 'all' ? 'all' : 'serve';
const require = createRequire(join(root, 'package.json'));
const report = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (
  process.report.getReport()
);
const machine = {
  os: process.platform,
  cpu: process.arch,
  libc: report.header.glibcVersionRuntime ? 'glibc' : 'musl',
};

/** @param {string} file */
const readPackages = (file) =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};

/** Loads a package's addons and returns the error, or null. @param {string} path */
function findLoadError(path) {
  try {
    const { main = '', exports } = JSON.parse(
      readFileSync(join(root, path, 'package.json'), 'utf8'),
    );
    for (const name of [main, ...Object.keys(Object(exports))]) {
      if (name.endsWith('.node')) require(join(path.slice('node_modules/'.length), name));
    }
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const expected = readPackages(join(root, 'package-lock.json'));
const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
const missing = findMissingPackages({ expected, installed, kind, machine }).filter(
  // A workspace is installed if its link is valid, even if npm did not make the link.
  (path) => !(expected[path].link && existsSync(join(root, path, 'package.json'))),
);
const broken = listNativePackages(expected, kind, machine)
  .filter((path) => !missing.includes(path))
  .map((path) => ({ path, error: findLoadError(path) }))
  .filter(({ error }) => error !== null);

for (const path of missing) process.stderr.write(`Falta ${path}\n`);
for (const { path, error } of broken) process.stderr.write(`${path} não carrega: ${error}\n`);
process.exitCode = missing.length + broken.length === 0 ? 0 : 1;
