import { type Config, readConfig } from '../config/config.ts';
import type { Environment } from '../config/variables.ts';
import { type Finding, findingsOn } from './finding.ts';

const { green, yellow, red } = findingsOn('settings');

/** The settings file. */
export type SettingsFile =
  | { readonly state: 'none' }
  | {
      readonly state: 'missing' | 'read';
      readonly path: string;
      readonly isForeignReadable: boolean;
    }
  | { readonly state: 'unreadable'; readonly path: string; readonly trouble: string };

/** Checks the settings file. */
export function checkSettingsFile(file: SettingsFile): Finding {
  switch (file.state) {
    case 'none':
      return green('As configurações vêm só do ambiente (ENV_FILE está vazia).');
    case 'missing':
      return green(`Não há ${file.path}: valem o ambiente e os valores de costume.`);
    case 'unreadable':
      return red(file.trouble, 'Acerte o nome (ENV_FILE) ou a permissão do arquivo.');
    case 'read':
      return file.isForeignReadable
        ? yellow(
            `${file.path} foi lido, e outros usuários desta máquina também podem lê-lo.`,
            `Ele guarda senhas: chmod 600 ${file.path}`,
          )
        : green(`${file.path} foi lido.`);
  }
}

export interface Settings {
  readonly config: Config;
  /** The variables that are wrong. */
  readonly wrong: readonly string[];
  readonly findings: readonly Finding[];
}

/** Checks all settings. Returns findings, and the configuration with defaults for the wrong ones. */
export function checkSettings(env: Environment): Settings {
  const wrong: string[] = [];
  const findings: Finding[] = [];
  for (;;) {
    const rest = Object.entries(env).filter(([name]) => !wrong.includes(name));
    const asked = new Set<string>();
    const read = readConfig(noteReads(Object.fromEntries(rest), asked));
    if (read.ok) {
      const unread = checkNames(Object.keys(env), [...asked]);
      const all = wrong.length === 0 ? [green('Todas as configurações têm valores válidos.')] : [];
      return { config: read.config, wrong, findings: [...findings, ...all, ...unread] };
    }
    if (wrong.includes(read.variable)) throw new Error(read.message);
    wrong.push(read.variable);
    findings.push(
      red(
        `${read.variable} tem um valor que não serve, e o servidor não liga com ele.`,
        `Corrija-a no .env ou no ambiente: ${read.message}`,
      ),
    );
  }
}

const checkNames = (names: readonly string[], known: readonly string[]): Finding[] =>
  findMisspelt(names, known).map(({ name, meant }) =>
    yellow(`${name} não é lida por ninguém.`, `Se é ${meant}, corrija o nome no .env.`),
  );

/** Records the names that the configuration reads. */
const noteReads = (env: Environment, asked: Set<string>): Environment =>
  new Proxy(env, {
    get(target, name) {
      if (typeof name !== 'string') return undefined;
      asked.add(name);
      return target[name];
    },
  });

/** A name that differs by more letters is not a misspelling. */
const MAX_LETTERS_OFF = 2;
/** Shorter names resemble too many others: HOST and HOME. */
const MIN_NAME_LENGTH = 8;

export interface Misspelt {
  readonly name: string;
  readonly meant: string;
}

/** Returns unknown names that resemble a known one. */
export function findMisspelt(names: readonly string[], known: readonly string[]): Misspelt[] {
  const candidates = known.filter(
    (name) => name.length >= MIN_NAME_LENGTH && !names.includes(name),
  );
  return names
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = candidates.find((candidate) => distance(name, candidate) <= MAX_LETTERS_OFF);
      return meant === undefined ? [] : [{ name, meant }];
    });
}

/** Returns the Levenshtein distance of two words. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
