import { editDistance } from '@funil/contract/characters';
import { countOf } from '@funil/contract/money';
import { PLATFORM_NAMES, platformLabel } from '@funil/contract/sales/platforms';
import { CONNECTIONS, STORED_SETTINGS } from '@funil/contract/settings/stored-settings';
import { type Config, readConfig } from '../config/config.ts';
import type { Environment } from '../config/variables.ts';
import { createFindingFactories, type Finding } from '../connections/finding.ts';

const { green, yellow, red } = createFindingFactories('settings');

export type SettingsFile =
  | { readonly state: 'disabled' }
  | { readonly state: 'missing'; readonly path: string }
  | {
      readonly state: 'read';
      readonly path: string;
      readonly isPrivate: boolean;
      /** In ms since 1970. */
      readonly changedAt: number;
    }
  | { readonly state: 'unreadable'; readonly message: string };

const SETTINGS_WERE_READ = 'As configurações do servidor foram lidas.';

/** Checks the settings file. */
export function checkSettingsFile(file: SettingsFile): Finding {
  switch (file.state) {
    case 'disabled':
      return green(SETTINGS_WERE_READ, {
        terminalMessage: 'As configurações vêm só do ambiente (ENV_FILE está vazia).',
      });
    case 'missing':
      return green(SETTINGS_WERE_READ, {
        terminalMessage: `Não há ${file.path}: valem o ambiente e os valores padrão.`,
      });
    case 'unreadable':
      return red(
        'O arquivo das configurações do servidor não pode ser lido.',
        'Peça a quem cuida do servidor que o acerte.',
        {
          terminalMessage: file.message,
          terminalRemedy: 'Acerte o nome (ENV_FILE) ou a permissão do arquivo.',
        },
      );
    case 'read':
      return file.isPrivate
        ? green(SETTINGS_WERE_READ, { terminalMessage: `${file.path} foi lido.` })
        : yellow(
            'O arquivo das configurações guarda senhas, e outros usuários da máquina do servidor podem lê-lo.',
            'Peça a quem cuida do servidor que o feche para os outros usuários.',
            {
              terminalMessage: `${file.path} foi lido, e outros usuários desta máquina também podem lê-lo.`,
              terminalRemedy: `Ele guarda senhas: chmod 600 ${file.path}`,
            },
          );
  }
}

export interface StoredSettingsCheck {
  /** Number of stored settings in use. */
  readonly usedCount: number;
  /** Names of the stored settings that no key opens. */
  readonly unreadable: readonly string[];
  /** The key file; null: it is missing. */
  readonly keyFile: { readonly isPrivate: boolean } | null;
  readonly keyPath: string;
  /** Whether `SECRETS_KEY` is set. */
  readonly hasKeyVariable: boolean;
}

/** Checks the settings that owners stored in the console, and their key. */
export function checkStoredSettings(input: StoredSettingsCheck): Finding[] {
  const { usedCount, unreadable, keyFile, keyPath } = input;
  const findings: Finding[] = [];
  if (unreadable.length > 0) {
    findings.push(
      red(
        `O que foi guardado em Ligações não pode ser aberto (${listConnections(unreadable)}): ${describeKeyProblem(input)}.`,
        'Peça a quem cuida do servidor que ponha de volta a chave de antes; se ela se perdeu, guarde de novo em Ligações.',
        {
          terminalMessage: `O que foi guardado em Ligações não pode ser aberto (${unreadable.join(', ')}): ${describeKeyProblem(input)}.`,
          terminalRemedy: `Ponha de volta a SECRETS_KEY ou o arquivo ${keyPath} de antes e reinicie; sem eles, guarde de novo em Ligações, no painel.`,
        },
      ),
    );
  } else if (usedCount > 0) {
    const countText = countOf(usedCount, 'configuração vem', 'configurações vêm');
    findings.push(green(`${countText} do painel.`));
  }
  if (keyFile?.isPrivate === false) {
    findings.push(
      yellow(
        'A chave que abre os segredos guardados no painel pode ser lida por outros usuários da máquina do servidor.',
        'Peça a quem cuida do servidor que a feche para os outros usuários.',
        {
          terminalMessage: `${keyPath}, que abre os segredos guardados no painel, pode ser lido por outros usuários desta máquina.`,
          terminalRemedy: `chmod 600 ${keyPath}`,
        },
      ),
    );
  }
  return findings;
}

/** Returns the names of the connections that use these settings. */
const listConnections = (names: readonly string[]): string =>
  CONNECTIONS.filter(({ settings }) => settings.some(({ name }) => names.includes(name)))
    .map(({ label, platform }) =>
      platform === null ? label : `${label} da ${platformLabel(platform)}`,
    )
    .join(', ');

function describeKeyProblem({ keyFile, hasKeyVariable }: StoredSettingsCheck): string {
  if (keyFile === null && !hasKeyVariable) return 'a chave não está aqui';
  return 'foi fechado com outra chave';
}

export interface CheckedSettings {
  /** The settings, with defaults in place of invalid variables. */
  readonly config: Config;
  readonly invalid: readonly string[];
  readonly findings: readonly Finding[];
}

/** Checks the values and names of all settings. */
export function checkSettings(env: Environment): CheckedSettings {
  const invalid: string[] = [];
  const findings: Finding[] = [];
  // A round leaves out the invalid variables of the rounds before, because readConfig stops at the first one.
  for (;;) {
    const otherVariables = Object.entries(env).filter(([name]) => !invalid.includes(name));
    const knownNames = new Set<string>();
    const configResult = readConfig(recordNames(Object.fromEntries(otherVariables), knownNames));
    if (configResult.ok) {
      if (invalid.length === 0) findings.push(green('Todas as configurações têm valores válidos.'));
      findings.push(...checkNames(Object.keys(env), knownNames));
      return { config: configResult.config, invalid, findings };
    }
    // A variable that is invalid without a value, too, has an invalid default: a bug of this program.
    if (invalid.includes(configResult.variable)) throw new Error(configResult.message);
    invalid.push(configResult.variable);
    findings.push(
      red(
        'Uma configuração do servidor tem um valor que não serve, e ele não liga com ela.',
        'Peça a quem cuida do servidor que a corrija.',
        {
          terminalMessage: `${configResult.variable} tem um valor que não serve, e o servidor não liga com ele.`,
          terminalRemedy: `Corrija-a no .env ou no ambiente: ${configResult.message}`,
        },
      ),
    );
  }
}

/** Returns an environment with the same values, which adds the name of each variable that is read to `readNames`. */
const recordNames = (env: Environment, readNames: Set<string>): Environment =>
  new Proxy(env, {
    get(target, name) {
      if (typeof name !== 'string') return undefined;
      readNames.add(name);
      return target[name];
    },
  });

/** A name that differs by more letters is not a misspelling. */
const MAX_LETTERS_OFF = 2;
/** Shorter names are not compared, because they resemble too many others, as HOST and HOME do. */
const MIN_NAME_LENGTH = 8;

/** Finds unknown names that resemble a known one, or that begin with a platform's name. */
function checkNames(names: readonly string[], knownNames: ReadonlySet<string>): Finding[] {
  // Names of stored settings count even if they are set, because a misspelled secret beside the right one is a change
  // that the server does not read.
  const candidates = [...knownNames].filter(
    (name) =>
      name.length >= MIN_NAME_LENGTH && (STORED_SETTINGS.has(name) || !names.includes(name)),
  );
  const advise = (name: string): string | null => {
    const meant = candidates.find((candidate) => editDistance(name, candidate) <= MAX_LETTERS_OFF);
    return meant === undefined ? suggestByPlatform(name, knownNames) : `Você quis dizer ${meant}?`;
  };
  return names.flatMap((name) => {
    const advice = knownNames.has(name) ? null : advise(name);
    if (advice === null) return [];
    return [
      red(
        'Uma configuração do servidor tem um nome que ele não conhece, e não vale.',
        'Peça a quem cuida do servidor que corrija o nome.',
        {
          terminalMessage: `${name} não é lida por ninguém.`,
          terminalRemedy: `${advice} Corrija o nome no .env.`,
        },
      ),
    ];
  });
}

/** Returns a sentence with the variables of the platform that begins an unknown variable's name; null: no platform. */
function suggestByPlatform(name: string, knownNames: ReadonlySet<string>): string | null {
  const prefixOf = (platform: string) => `${platform.toUpperCase()}_`;
  const platform = PLATFORM_NAMES.find((candidate) => name.startsWith(prefixOf(candidate)));
  if (platform === undefined) return null;
  const variables = [...knownNames].filter((known) => known.startsWith(prefixOf(platform)));
  return `Da ${platformLabel(platform)} valem ${variables.toSorted().join(', ')}.`;
}
