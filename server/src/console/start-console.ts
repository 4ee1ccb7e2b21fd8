import type { Config } from '../config/config.ts';
import type { EnvVariables } from '../config/variables.ts';
import type { LogStream } from '../log/logger.ts';
import { explainKeyMismatch, keyFileOf } from '../settings/secrets-key.ts';
import type { ReportError } from '../store/health/report-error.ts';
import { startThread } from '../threads/thread.ts';
import type { SignInAttempt } from './watch-sign-ins.ts';

type ConsoleStartMessage =
  | {
      readonly outcome: 'listening';
      readonly address: string;
      /** The token of the first operator's link; null if an operator exists. */
      readonly firstLinkToken: string | null;
    }
  | { readonly outcome: 'refused'; readonly code: string }
  /** The console stays closed until this server has the key of the database. */
  | { readonly outcome: 'locked'; readonly reason: 'no-key' | 'other-key' };

export type ConsoleMessage =
  | ConsoleStartMessage
  | { readonly outcome: 'sign-in'; readonly attempt: SignInAttempt };

export interface ConsoleData {
  readonly config: Config;
  /** Environment variables, which override stored settings. */
  readonly env: EnvVariables;
}

interface ConsoleThreadDependencies extends Pick<ConsoleData, 'env'> {
  readonly logStream: LogStream;
  readonly reportError: ReportError;
  readonly print: (sentence: string) => void;
  readonly onSignIn?: ((attempt: SignInAttempt) => void) | undefined;
}

/** Runs the console in a thread of its own, so that its SQLite queries never delay the forms of the page. */
export function startConsole(config: Config, deps: ConsoleThreadDependencies) {
  if (config.console.port === 0) return { async stop() {} };
  const thread = startThread({
    file: new URL('./console-thread.ts', import.meta.url),
    workerData: (): ConsoleData => ({ config, env: { ...deps.env } }),
    name: 'console',
    logStream: deps.logStream,
    reportError: deps.reportError,
    onMessage(received) {
      const message = received as ConsoleMessage;
      if (message.outcome === 'sign-in') return deps.onSignIn?.(message.attempt);
      deps.print(describeMessage(message, config));
      if (message.outcome === 'refused') void thread.stop();
    },
  });
  return thread;
}

/** If the console listens at all addresses, Fastify reports one that may not work outside of a container. */
function openableAddress({ host }: Config['console'], address: string): string {
  const isEveryAddress = host === '::' || host === '0.0.0.0';
  return isEveryAddress ? address.replace(/(?<=\/\/)(?:\[.*\]|[\d.]+)/, 'localhost') : address;
}

export function describeMessage(message: ConsoleStartMessage, config: Config): string {
  const { console } = config;
  if (message.outcome === 'locked') {
    const file = keyFileOf(config);
    return message.reason === 'no-key'
      ? `O painel está desligado: a chave em ${file} está estragada, ou não pode ser criada. Ponha de volta o arquivo de antes, ou defina SECRETS_KEY. A página continua no ar.\n`
      : `${explainKeyMismatch(config).join(' ')}\n`;
  }
  if (message.outcome === 'refused') {
    return console.isPortChosen
      ? `O painel não abriu: CONSOLE_HOST ${console.host} e CONSOLE_PORT ${console.port} não podem ser usados (${message.code}). A página continua no ar.\n`
      : `O painel está desligado: a porta ${console.port} está ocupada. Escolha outra em CONSOLE_PORT.\n`;
  }
  const address = console.url ?? openableAddress(console, message.address);
  const line = `Painel em ${address}\n`;
  if (message.firstLinkToken === null) return line;
  return `${line}Primeiro acesso, uma vez e até amanhã: ${address}/primeiro-acesso#${message.firstLinkToken}\n`;
}
