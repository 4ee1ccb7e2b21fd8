import type { Config } from '../config/config.ts';
import type { SignInTry } from '../console/watch-sign-ins.ts';
import type { LogStream } from '../log/logger.ts';
import type { ReportTrouble } from '../store/capture-store.ts';
import { startThread, type Thread } from './thread.ts';

/** What the thread needs to know. */
export type ConsoleWorkerConfig = Pick<
  Config,
  'store' | 'console' | 'proxy' | 'site' | 'sales' | 'webhooks' | 'mail'
>;

/** What the thread tells of its listener. */
type ListenerNews =
  | {
      readonly is: 'listening';
      readonly address: string;
      /** Token of the first operator's link; null: there is an operator. */
      readonly token: string | null;
    }
  | { readonly is: 'refused'; readonly code: string };

export type ConsoleNews = ListenerNews | { readonly is: 'sign-in'; readonly found: SignInTry };

const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };

interface ConsoleParts {
  readonly logStream: LogStream;
  readonly reportTrouble: ReportTrouble;
  /** Hears sentences for whoever started the server. */
  readonly tell: (sentence: string) => void;
  /** Hears of every try to sign in. */
  readonly onSignIn?: ((found: SignInTry) => void) | undefined;
}

/**
 * Starts the console's listener in a thread of its own: the embedded database answers while nothing else
 * runs in its thread, and captures never wait for what operators ask.
 */
export function startConsole(config: Config, parts: ConsoleParts): Pick<Thread, 'stop'> {
  if (config.console.port === 0) return { async stop() {} };
  const { store, console, proxy, site, sales, webhooks, mail } = config;
  const workerData: ConsoleWorkerConfig = { store, console, proxy, site, sales, webhooks, mail };
  const thread = startThread({
    file: new URL('./console-worker.ts', import.meta.url),
    options: () => ({ workerData, resourceLimits: LIMITS }),
    work: 'console',
    logStream: parts.logStream,
    reportTrouble: parts.reportTrouble,
    onMessage(message) {
      const news = message as ConsoleNews;
      if (news.is === 'sign-in') return parts.onSignIn?.(news.found);
      parts.tell(describeNews(news, config));
      if (news.is === 'refused') void thread.stop();
    },
  });
  return thread;
}

function describeNews(news: ListenerNews, { console }: Pick<Config, 'console'>): string {
  if (news.is === 'refused') {
    return console.isPortChosen
      ? `O console não abriu: CONSOLE_HOST ${console.host} e CONSOLE_PORT ${console.port} não podem ser usados (${news.code}). A página continua no ar.\n`
      : `O console está desligado: a porta ${console.port} está ocupada. Escolha outra em CONSOLE_PORT.\n`;
  }
  const address = console.url ?? news.address;
  const line = `Console em ${address}\n`;
  if (news.token === null) return line;
  return `${line}Primeiro acesso, uma vez e até amanhã: ${address}/primeiro-acesso#${news.token}\n`;
}
