// Run by the Node that is to run the project: ends with 0 when node_modules holds what the lockfile
// names for this machine and its native parts load; else says on the standard error what is amiss.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { missingPackages, nativeParts } from './missing-packages.mjs';

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

/** @param {string} path of a package; what is no addon, such as a program of its own, is not loaded */
function loadError(path) {
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

const wanted = readPackages(join(root, 'package-lock.json'));
const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
const missing = missingPackages({ wanted, installed, kind, machine }).filter(
  // A part of the project itself is there when its link leads to it, whoever made that.
  (path) => !(wanted[path].link && existsSync(join(root, path, 'package.json'))),
);
const broken = nativeParts(wanted, kind, machine)
  .filter((path) => !missing.includes(path))
  .map((path) => ({ path, error: loadError(path) }))
  .filter(({ error }) => error !== null);

for (const path of missing) process.stderr.write(`Falta ${path}\n`);
for (const { path, error } of broken) process.stderr.write(`${path} não carrega: ${error}\n`);
process.exitCode = missing.length + broken.length === 0 ? 0 : 1;
