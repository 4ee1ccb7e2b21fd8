import { join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { authUrl, type ConsoleConfig, consoleUrl, operators } from './console.ts';
import { CONVERSION_VARIABLES, type ConversionsConfig, readConversions } from './conversions.ts';
import { combineMail, MAIL_VARIABLES, type MailConfig } from './mail.ts';
import { type PostbackSecrets, readPostbackSecrets } from './postbacks.ts';
import { type TrustedProxies, trustedProxies } from './trusted-proxies.ts';
import {
  databaseUrl,
  type Environment,
  notEmpty,
  origins,
  publicKey,
  text,
  truth,
  wholeNumber,
} from './variables.ts';

/** Which database: what whoever opens one has to know. */
export interface StoreConfig {
  /** PostgreSQL instead of the embedded database. */
  readonly databaseUrl: string | null;
  /** Folder of the embedded database. */
  readonly dataDir: string;
}

/** Where Prometheus metrics are served. */
export interface MetricsConfig {
  readonly port: number;
  /** Not the loopback address only in a container of its own network. */
  readonly host: string;
}

/** Everything the server may be told from outside, read once at start. */
export interface Config {
  readonly listen: { readonly host: string; readonly port: number };
  readonly store: StoreConfig;
  readonly capture: {
    /** The anonymous public key every capture must carry. */
    readonly anonKey: string;
    /** Other origins that may call the capture API. */
    readonly allowedOrigins: readonly string[];
    /** Captures a minute from one address; 0: no limit. */
    readonly rateLimit: number;
  };
  readonly proxy: { readonly trusted: TrustedProxies };
  readonly postbacks: { readonly secrets: PostbackSecrets };
  readonly sales: {
    /** Days that a lead may lie before its sale. */
    readonly attributionDays: number;
  };
  /** Null: nobody is told by e-mail. */
  readonly mail: MailConfig | null;
  readonly conversions: ConversionsConfig;
  readonly webhooks: {
    /** Whether they may go to private networks too. */
    readonly allowPrivate: boolean;
  };
  /** Null: none are served. */
  readonly metrics: MetricsConfig | null;
  readonly site: {
    /** Folder of the built site. */
    readonly dir: string;
  };
  readonly console: ConsoleConfig;
}

export type ConfigResult =
  | { ok: true; config: Config }
  | { ok: false; variable: string; message: string };

const CONSOLE_PORT = 3_001;

const VARIABLES = z.object({
  /** The page's alone, and looked at for the mistake that its build would not see. */
  PUBLIC_SUPABASE_URL: notEmpty('supabaseUrl is required. (%s)'),
  PUBLIC_SUPABASE_ANON_KEY: publicKey,
  HOST: text('127.0.0.1'),
  PORT: wholeNumber(3000, 65_535),
  DATA_DIR: text('./data'),
  DATABASE_URL: databaseUrl,
  ALLOWED_ORIGINS: origins,
  TRUST_PROXY: trustedProxies,
  RATE_LIMIT: wholeNumber(600, 1_000_000_000),
  METRICS_PORT: wholeNumber(null, 65_535),
  METRICS_HOST: text('127.0.0.1'),
  SITE_DIR: text(join(import.meta.dirname, '../../../site/dist')),
  ATTRIBUTION_DAYS: wholeNumber(30, 3_650),
  ...MAIL_VARIABLES,
  ...CONVERSION_VARIABLES,
  WEBHOOK_ALLOW_PRIVATE: truth,
  CONSOLE_HOST: text('127.0.0.1'),
  CONSOLE_PORT: wholeNumber(null, 65_535),
  CONSOLE_URL: consoleUrl,
  CONSOLE_DIR: text(join(import.meta.dirname, '../../../console/dist')),
  AUTH_URL: authUrl,
  OPERATORS: operators,
});

/** Reads the environment; a wrong variable gives one sentence that names it. */
export function readConfig(env: Environment): ConfigResult {
  const read = VARIABLES.safeParse(env);
  if (!read.success) {
    const [issue] = read.error.issues;
    const variable = String(issue?.path[0]);
    return { ok: false, variable, message: String(issue?.message).replace('%s', () => variable) };
  }
  const values = read.data;
  const combined = combineMail(values);
  if (!combined.ok) return combined;
  if (values.DATABASE_URL === null && isWithin(values.DATA_DIR, values.SITE_DIR)) {
    const message = `SITE_DIR must not hold DATA_DIR: its files are published, found "${values.SITE_DIR}".`;
    return { ok: false, variable: 'SITE_DIR', message };
  }
  return {
    ok: true,
    config: freezeGroups({
      listen: { host: values.HOST, port: values.PORT },
      store: { databaseUrl: values.DATABASE_URL, dataDir: values.DATA_DIR },
      capture: {
        anonKey: values.PUBLIC_SUPABASE_ANON_KEY,
        allowedOrigins: values.ALLOWED_ORIGINS,
        rateLimit: values.RATE_LIMIT,
      },
      proxy: { trusted: values.TRUST_PROXY },
      postbacks: { secrets: readPostbackSecrets(env) },
      sales: { attributionDays: values.ATTRIBUTION_DAYS },
      mail: combined.mail,
      conversions: readConversions(values),
      webhooks: { allowPrivate: values.WEBHOOK_ALLOW_PRIVATE },
      metrics:
        values.METRICS_PORT === null
          ? null
          : { port: values.METRICS_PORT, host: values.METRICS_HOST },
      site: { dir: values.SITE_DIR },
      console: {
        host: values.CONSOLE_HOST,
        port: values.CONSOLE_PORT ?? CONSOLE_PORT,
        isPortChosen: values.CONSOLE_PORT !== null,
        url: values.CONSOLE_URL,
        dir: values.CONSOLE_DIR,
        authUrl: values.AUTH_URL,
        authKey: values.PUBLIC_SUPABASE_ANON_KEY,
        operators: values.OPERATORS,
      },
    }),
  };
}

function isWithin(folder: string, other: string): boolean {
  const way = relative(resolve(other), resolve(folder));
  return way !== '..' && !way.startsWith(`..${sep}`);
}

function freezeGroups(config: Config): Config {
  for (const group of Object.values(config)) Object.freeze(group);
  return Object.freeze(config);
}
