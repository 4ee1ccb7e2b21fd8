import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { originalsOf } from './content-folder.ts';
import { CONVERSION_VARIABLES, readConversions } from './conversions.ts';
import { MAIL_VARIABLES, readMail, refuseIncompleteMail } from './mail.ts';
import { ACCOUNT_VARIABLES, readAccountRoles, readPostbackSecrets } from './postbacks.ts';
import { RECONCILE_VARIABLES, readReconcile } from './reconcile.ts';
import { readSpend, SPEND_VARIABLES } from './spend.ts';
import { trustedProxies } from './trusted-proxies.ts';
import {
  backupFolder,
  consoleUrl,
  databaseUrl,
  type EnvVariables,
  notEmpty,
  originList,
  publicKey,
  secretsKey,
  textOr,
  trueOrFalse,
  wholeNumberOr,
} from './variables.ts';

const DEFAULT_CONSOLE_PORT = 3_001;

const ENVIRONMENT_SCHEMA = z
  .object({
    /** Only the page uses this, and its build takes an empty value for a missing one. */
    PUBLIC_SUPABASE_URL: notEmpty('supabaseUrl is required. (%s)'),
    PUBLIC_SUPABASE_ANON_KEY: publicKey,
    HOST: textOr('127.0.0.1'),
    PORT: wholeNumberOr(3000, 65_535),
    DATA_DIR: textOr('./data'),
    DATABASE_URL: databaseUrl,
    BACKUP_DIR: backupFolder,
    ALLOWED_ORIGINS: originList,
    TRUST_PROXY: trustedProxies,
    RATE_LIMIT: wholeNumberOr(600, 1_000_000_000),
    METRICS_PORT: wholeNumberOr(null, 65_535),
    METRICS_HOST: textOr('127.0.0.1'),
    SITE_DIR: textOr(join(import.meta.dirname, '../../../site/dist')),
    CONTENT_DIR: textOr(null),
    ATTRIBUTION_DAYS: wholeNumberOr(30, 3_650),
    ...ACCOUNT_VARIABLES,
    ...MAIL_VARIABLES,
    ...CONVERSION_VARIABLES,
    ...SPEND_VARIABLES,
    ...RECONCILE_VARIABLES,
    WEBHOOK_ALLOW_PRIVATE: trueOrFalse,
    SECRETS_KEY: secretsKey,
    CONSOLE_HOST: textOr('127.0.0.1'),
    CONSOLE_PORT: wholeNumberOr(null, 65_535),
    CONSOLE_URL: consoleUrl,
    CONSOLE_DIR: textOr(join(import.meta.dirname, '../../../console/dist')),
  })
  .superRefine((values, context) => {
    refuseIncompleteMail(values, context);
    const { BACKUP_DIR: copies, SITE_DIR, CONSOLE_DIR } = values;
    const originals = originalsOf(values.DATA_DIR);
    const usedFolders = [SITE_DIR, CONSOLE_DIR, contentFolderOf(values), originals];
    // Links are followed when a copy is made, because a network disk that hangs would keep the server from starting.
    if (copies !== null && usedFolders.some((dir) => isResolvedPathWithin(copies, resolve(dir)))) {
      context.addIssue({
        code: 'custom',
        path: ['BACKUP_DIR'],
        message: `BACKUP_DIR must not lie in a folder that is published or copied, found "${copies}".`,
      });
    }
    if (values.DATABASE_URL === null && isFolderWithin(values.DATA_DIR, values.SITE_DIR)) {
      context.addIssue({
        code: 'custom',
        path: ['SITE_DIR'],
        message: `SITE_DIR must not hold DATA_DIR: its files are published, found "${values.SITE_DIR}".`,
      });
    }
  });

/** Resolves symbolic links, also of a path that does not exist yet. */
function realPath(path: string): string {
  if (existsSync(path) || dirname(path) === path) return realpathSync(path);
  return join(realPath(dirname(path)), basename(path));
}

/** Whether a folder is `parent` or within it, by their paths without symbolic links. */
export const isFolderWithin = (folder: string, parent: string): boolean =>
  isResolvedPathWithin(realPath(resolve(folder)), realPath(resolve(parent)));

function isResolvedPathWithin(path: string, parent: string): boolean {
  const pathInParent = relative(parent, path);
  return pathInParent !== '..' && !pathInParent.startsWith(`..${sep}`);
}

interface Folders {
  readonly CONTENT_DIR: string | null;
  readonly DATA_DIR: string;
}
const contentFolderOf = ({ CONTENT_DIR, DATA_DIR }: Folders): string =>
  CONTENT_DIR ?? join(DATA_DIR, 'content');

const groupValues = (values: z.infer<typeof ENVIRONMENT_SCHEMA>, env: EnvVariables) => ({
  listen: { host: values.HOST, port: values.PORT },
  store: {
    // Null for SQLite.
    databaseUrl: values.DATABASE_URL,
    dataDir: values.DATA_DIR,
  },
  copies: { dir: values.BACKUP_DIR },
  capture: {
    anonKey: values.PUBLIC_SUPABASE_ANON_KEY,
    allowedOrigins: values.ALLOWED_ORIGINS,
    // Captures per minute from one address; 0 for no limit.
    rateLimit: values.RATE_LIMIT,
  },
  proxy: { trusted: values.TRUST_PROXY },
  postbacks: { secrets: readPostbackSecrets(env), accounts: readAccountRoles(values) },
  sales: { attributionDays: values.ATTRIBUTION_DAYS },
  reconcile: readReconcile(values),
  mail: readMail(values),
  conversions: readConversions(values),
  spend: readSpend(values),
  /** The key of stored settings is derived from `secretsKey`; if null, from the key file. */
  settings: { secretsKey: values.SECRETS_KEY },
  webhooks: { allowPrivate: values.WEBHOOK_ALLOW_PRIVATE },
  metrics:
    values.METRICS_PORT === null ? null : { port: values.METRICS_PORT, host: values.METRICS_HOST },
  site: { dir: values.SITE_DIR },
  content: { ownContentDir: contentFolderOf(values) },
  console: {
    host: values.CONSOLE_HOST,
    // 0 disables the console.
    port: values.CONSOLE_PORT ?? DEFAULT_CONSOLE_PORT,
    /** If only the default port is already in use, the console stays off. */
    isPortChosen: values.CONSOLE_PORT !== null,
    /** The console's public address, such as `https://console.example.com`; null without a proxy. */
    url: values.CONSOLE_URL,
    dir: values.CONSOLE_DIR,
  },
});

type ConfigGroups = ReturnType<typeof groupValues>;

export type Config = { readonly [Group in keyof ConfigGroups]: Readonly<ConfigGroups[Group]> };
export type StoreConfig = Config['store'];
export type ConsoleConfig = Config['console'];
export type MetricsConfig = NonNullable<Config['metrics']>;

export type ConfigResult =
  | { ok: true; config: Config }
  | { ok: false; variable: string; message: string };

export function readConfig(env: EnvVariables): ConfigResult {
  const parsed = ENVIRONMENT_SCHEMA.safeParse(env);
  if (parsed.success) return { ok: true, config: groupValues(parsed.data, env) };
  const [issue] = parsed.error.issues;
  const variable = String(issue?.path[0]);
  return { ok: false, variable, message: String(issue?.message).replace('%s', () => variable) };
}

/** Whether the value is valid without other variables. A variable without a parser takes any line of text. */
export function acceptsValue(name: string, value: string): boolean {
  const parsers: Readonly<Record<string, z.ZodType>> = ENVIRONMENT_SCHEMA.shape;
  return !/\p{Cc}/u.test(value) && (parsers[name]?.safeParse(value).success ?? true);
}
