// Installs programs that some tests need. If a program is missing, its tests do not run and a line reports it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { findPostgresFolder } from '../databases/installed-postgres.ts';
import { findProgram, installPackages } from './packages.ts';

interface Program {
  name: string;
  packages: string[];
  isInstalled: () => boolean;
  beforeInstalling?: () => void;
}

const isLinux = process.platform === 'linux';

const miniBrowsers = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
);

const FIREFOX: Program = {
  name: 'Firefox',
  packages: ['firefox-esr'],
  isInstalled: () => findFirefox() !== undefined,
};
const WEBKIT: Program = {
  name: 'WebKit',
  packages: ['webkit2gtk-driver', 'xvfb'],
  isInstalled: () =>
    isLinux &&
    [['WebKitWebDriver'], ['Xvfb'], miniBrowsers].every((names) => findProgram(...names)),
};
const POSTGRES: Program = {
  name: 'PostgreSQL com pg_dump',
  packages: ['postgresql'],
  isInstalled: () => findPostgresFolder() !== undefined,
  beforeInstalling: disableDefaultCluster,
};

export const findMiniBrowser = (): string | undefined => findProgram(...miniBrowsers);

export function findFirefox(): string | undefined {
  return process.env.FIREFOX_PATH ?? findProgram('firefox-esr', 'firefox');
}

/** Prevents Debian's package from creating a cluster that starts with the machine. */
function disableDefaultCluster(): void {
  if (process.getuid?.() !== 0) return;
  const folder = '/etc/postgresql-common/createcluster.d';
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/funil-tests.conf`, 'create_main_cluster = false\n');
}

/** Installs a missing program if possible. Returns whether it exists. */
function installProgram(
  { name, packages, isInstalled, beforeInstalling }: Program,
  testsLeftOut: string,
): boolean {
  if (isInstalled()) return true;
  beforeInstalling?.();
  installPackages(...packages);
  if (isInstalled()) return true;
  console.log(
    `– ${name}: não há aqui (apt-get install ${packages.join(' ')}); sem ${testsLeftOut}`,
  );
  return false;
}

export function installEngines(): string[] {
  const testsLeftOut = 'as visitas nesse navegador';
  return [
    ...(installProgram(FIREFOX, testsLeftOut) ? ['firefox.test.ts'] : []),
    ...(installProgram(WEBKIT, testsLeftOut) ? ['webkit.test.ts'] : []),
  ];
}

export const installPostgres = (): boolean =>
  installProgram(POSTGRES, 'o ensaio de pg_dump e pg_restore');
