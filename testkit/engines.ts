// Programs that some tests need and a machine may lack. Without one its tests do not run, and a line says so.
import { mkdirSync, writeFileSync } from 'node:fs';
import { findInstalledPrograms } from './installed-postgres.ts';
import { findProgram, installPackages } from './packages.ts';

interface Need {
  /** Its name in that line. */
  name: string;
  packages: string[];
  isThere: () => boolean;
  beforeInstalling?: () => void;
}

const isLinux = process.platform === 'linux';

const miniBrowsers = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
);

const FIREFOX: Need = {
  name: 'Firefox',
  packages: ['firefox-esr'],
  isThere: () => findFirefox() !== undefined,
};
const WEBKIT: Need = {
  name: 'WebKit',
  packages: ['webkit2gtk-driver', 'xvfb'],
  isThere: () =>
    isLinux &&
    [['WebKitWebDriver'], ['Xvfb'], miniBrowsers].every((names) => findProgram(...names)),
};
const POSTGRES: Need = {
  name: 'PostgreSQL com pg_dump',
  packages: ['postgresql'],
  isThere: () => findInstalledPrograms() !== undefined,
  beforeInstalling: installNoCluster,
};

/** WebKitGTK's small browser. */
export const findMiniBrowser = (): string | undefined => findProgram(...miniBrowsers);

/** The machine's Firefox. */
export function findFirefox(): string | undefined {
  return process.env.FIREFOX_PATH ?? findProgram('firefox-esr', 'firefox');
}

/** Keeps Debian's package from making a cluster that starts with the machine. */
function installNoCluster(): void {
  if (process.getuid?.() !== 0) return;
  const folder = '/etc/postgresql-common/createcluster.d';
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/funil-tests.conf`, 'create_main_cluster = false\n');
}

/** Installs a program if possible. Returns whether it exists, and prints a line if not. */
function ensure({ name, packages, isThere, beforeInstalling }: Need, untested: string): boolean {
  if (isThere()) return true;
  beforeInstalling?.();
  installPackages(...packages);
  if (isThere()) return true;
  console.log(`– ${name}: não há aqui (apt-get install ${packages.join(' ')}); sem ${untested}`);
  return false;
}

/** Returns the test files of other engines that can run here. */
export function ensureEngines(): string[] {
  const journeys = 'as visitas nesse navegador';
  return [
    ...(ensure(FIREFOX, journeys) ? ['firefox.test.ts'] : []),
    ...(ensure(WEBKIT, journeys) ? ['webkit.test.ts'] : []),
  ];
}

/** Returns whether dumps can be tested here. */
export const ensurePostgres = (): boolean => ensure(POSTGRES, 'o ensaio de pg_dump e pg_restore');
