import { formatQuantity } from '@funil/contract/counts';
import { editDistance } from '@funil/contract/edit-distance';
import { PLATFORM_NAMES, platformLabel } from '@funil/contract/sales/platforms';
import { CONNECTIONS, STORED_SETTINGS } from '@funil/contract/settings/stored-settings';
import { type Config, readConfig } from '../config/config.ts';
import type { EnvVariables } from '../config/variables.ts';
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
      /** Numbers of the lines whose setting is dropped or cut. */
      readonly misreadLines: readonly number[];
    }
  | { readonly state: 'unreadable'; readonly message: string };

const SETTINGS_READ_MESSAGE = 'As configurações do servidor foram lidas.';

export function checkSettingsFile(file: SettingsFile): Finding {
  switch (file.state) {
    case 'disabled':
      return green(SETTINGS_READ_MESSAGE, { command: 'ENV_FILE está vazia: vale só o ambiente.' });
    case 'missing':
      return green(SETTINGS_READ_MESSAGE, {
        command: `Não há ${file.path}: valem o ambiente e os valores padrão.`,
      });
    case 'unreadable':
      return red(
        'O arquivo das configurações do servidor não pode ser lido.',
        'Quem cuida do servidor acerta o nome ou a permissão dele.',
        { command: file.message },
      );
    case 'read':
      return file.isPrivate
        ? green(SETTINGS_READ_MESSAGE, { command: `${file.path} foi lido.` })
        : yellow(
            'O arquivo das configurações guarda senhas, e outros usuários da máquina do servidor podem lê-lo.',
            'Quem cuida do servidor o fecha para os outros usuários.',
            { command: `chmod 600 ${file.path}` },
          );
  }
}

export function checkSettingsLines(file: SettingsFile): Finding[] {
  if (file.state !== 'read' || file.misreadLines.length === 0) return [];
  return [
    red(
      'O arquivo das configurações do servidor tem linhas que não valem como estão escritas.',
      'Quem cuida do servidor as corrige, e o reinicia.',
      {
        command: `Em ${file.path}, linha ${file.misreadLines.join(', ')}: cada linha é NOME=valor, e um valor com # fica entre aspas simples.`,
      },
    ),
  ];
}

interface StoredSettingsCheck {
  readonly usedCount: number;
  /** Names of stored settings that no key decrypts. */
  readonly unreadable: readonly string[];
  /** Null if the key file is missing. */
  readonly keyFile: { readonly isPrivate: boolean } | null;
  readonly keyPath: string;
  readonly hasKeyVariable: boolean;
}

export function checkStoredSettings(input: StoredSettingsCheck): Finding[] {
  const { usedCount, unreadable, keyFile, keyPath } = input;
  const findings: Finding[] = [];
  if (unreadable.length > 0) {
    findings.push(
      red(
        `O que foi guardado em Ligações não pode ser aberto (${joinConnectionLabels(unreadable)}): ${describeKeyProblem(input)}.`,
        'Quem cuida do servidor põe de volta a chave de antes; se ela se perdeu, guarde de novo em Ligações.',
        {
          command: `Valem a SECRETS_KEY ou o arquivo ${keyPath} de antes; depois, reinicie. Fechados: ${unreadable.join(', ')}.`,
        },
      ),
    );
  } else if (usedCount > 0) {
    const countText = formatQuantity(usedCount, 'configuração vem', 'configurações vêm');
    findings.push(green(`${countText} do painel.`));
  }
  if (keyFile?.isPrivate === false) {
    findings.push(
      yellow(
        'A chave que abre os segredos guardados no painel pode ser lida por outros usuários da máquina do servidor.',
        'Quem cuida do servidor a fecha para os outros usuários.',
        { command: `chmod 600 ${keyPath}` },
      ),
    );
  }
  return findings;
}

const joinConnectionLabels = (names: readonly string[]): string =>
  CONNECTIONS.filter(({ settings }) => settings.some(({ name }) => names.includes(name)))
    .map(({ label, platform }) =>
      platform === null ? label : `${label} da ${platformLabel(platform)}`,
    )
    .join(', ');

function describeKeyProblem({ keyFile, hasKeyVariable }: StoredSettingsCheck): string {
  if (keyFile === null && !hasKeyVariable) return 'a chave não está aqui';
  return 'foi fechado com outra chave';
}

interface CheckedSettings {
  /** The configuration, with the defaults of invalid variables. */
  readonly config: Config;
  readonly invalid: readonly string[];
  readonly findings: readonly Finding[];
}

export function checkSettings(env: EnvVariables): CheckedSettings {
  const invalid: string[] = [];
  const findings: Finding[] = [];
  // readConfig stops at the first invalid variable, so every round leaves out the variables found before.
  for (;;) {
    const otherVariables = Object.entries(env).filter(([name]) => !invalid.includes(name));
    const knownNames = new Set<string>();
    const configResult = readConfig(recordNames(Object.fromEntries(otherVariables), knownNames));
    if (configResult.ok) {
      if (invalid.length === 0) findings.push(green('Todas as configurações têm valores válidos.'));
      findings.push(...checkNames(Object.keys(env), knownNames));
      return { config: configResult.config, invalid, findings };
    }
    // A variable that is invalid even without a value has an invalid default, which is a bug.
    if (invalid.includes(configResult.variable)) throw new Error(configResult.message);
    invalid.push(configResult.variable);
    findings.push(
      red(
        'Uma configuração do servidor tem um valor que não serve, e ele não liga com ela.',
        'Quem cuida do servidor a corrige.',
        { command: `No .env ou no ambiente: ${configResult.message}` },
      ),
    );
  }
}

const recordNames = (env: EnvVariables, readNames: Set<string>): EnvVariables =>
  new Proxy(env, {
    get(target, name) {
      if (typeof name !== 'string') return undefined;
      readNames.add(name);
      return target[name];
    },
  });

/** A name with more wrong letters is no misspelling. */
const MAX_LETTERS_OFF = 2;
/** A shorter name is not compared, because it resembles too many others, as HOST and HOME do. */
const MIN_NAME_LENGTH = 8;

function checkNames(names: readonly string[], knownNames: ReadonlySet<string>): Finding[] {
  // A setting that is stored is a candidate, too, because a new secret beside it may be misspelled.
  const candidates = [...knownNames].filter(
    (name) =>
      name.length >= MIN_NAME_LENGTH && (STORED_SETTINGS.has(name) || !names.includes(name)),
  );
  const advise = (name: string): string | null => {
    const meantName = candidates.find(
      (candidate) => editDistance(name, candidate) <= MAX_LETTERS_OFF,
    );
    return meantName === undefined
      ? suggestByPlatform(name, knownNames)
      : `Você quis dizer ${meantName}?`;
  };
  return names.flatMap((name) => {
    const advice = knownNames.has(name) ? null : advise(name);
    if (advice === null) return [];
    return [
      red(
        'Uma configuração do servidor tem um nome que ele não conhece, e não vale.',
        'Quem cuida do servidor corrige o nome.',
        { command: `No .env: ${name}. ${advice}` },
      ),
    ];
  });
}

function suggestByPlatform(name: string, knownNames: ReadonlySet<string>): string | null {
  const prefixOf = (platform: string) => `${platform.toUpperCase()}_`;
  const platform = PLATFORM_NAMES.find((candidate) => name.startsWith(prefixOf(candidate)));
  if (platform === undefined) return null;
  const variables = [...knownNames].filter((known) => known.startsWith(prefixOf(platform)));
  return `Da ${platformLabel(platform)} valem ${variables.toSorted().join(', ')}.`;
}
