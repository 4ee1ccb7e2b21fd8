import { BlockList, isIP } from 'node:net';
import { join } from 'node:path';
import { LOCAL_ANON_KEY } from '@funil/contract/protocol';
import { type PostbackSecrets, readPostbackSecrets } from './postbacks.ts';

/** Everything the server may be told from outside, read once at start. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Folder of the embedded database. */
  readonly dataDir: string;
  /** PostgreSQL instead of the embedded database. */
  readonly databaseUrl: string | null;
  /** The anonymous public key every capture must carry. */
  readonly anonKey: string;
  /** Other origins that may call the capture API. */
  readonly allowedOrigins: readonly string[];
  /** Proxies in front: a number of hops, or their addresses. `false`: none. */
  readonly trustProxy: false | number | string[];
  /** Captures a minute from one address; 0: no limit. */
  readonly rateLimit: number;
  /** Port of Prometheus metrics on the loopback address; null: none. */
  readonly metricsPort: number | null;
  /** Where metrics are served; not the loopback address only in a container of its own network. */
  readonly metricsHost: string;
  /** Folder of the built site. */
  readonly siteDir: string;
  readonly postbackSecrets: PostbackSecrets;
  /** Days that a lead may lie before its sale. */
  readonly attributionDays: number;
}

export type ConfigResult =
  | { ok: true; config: Config }
  | { ok: false; variable: string; message: string };

export type Environment = Readonly<Record<string, string | undefined>>;

class WrongVariable extends Error {
  readonly variable: string;
  constructor(variable: string, message: string) {
    super(message);
    this.variable = variable;
  }
}

function wrong(name: string, expected: string, found: string): never {
  throw new WrongVariable(name, `${name} must be ${expected}, found "${found}".`);
}

function readWholeNumber(env: Environment, name: string, fallback: number, largest: number) {
  const text = env[name]?.trim();
  if (!text) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > largest) {
    wrong(name, `a whole number from 0 to ${largest}`, text);
  }
  return value;
}

function readOrigins(env: Environment): string[] {
  const origins = splitList(env.ALLOWED_ORIGINS);
  for (const origin of origins) {
    const isOrigin = URL.canParse(origin) && new URL(origin).origin === origin;
    if (!isOrigin) wrong('ALLOWED_ORIGINS', 'origins such as https://example.com', origin);
  }
  return origins;
}

function readTrustProxy(env: Environment): Config['trustProxy'] {
  const text = env.TRUST_PROXY?.trim();
  if (!text || text === '0' || text === 'false') return false;
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const proxies = splitList(text);
  for (const proxy of proxies) {
    if (!isAddressOrRange(proxy)) {
      wrong('TRUST_PROXY', 'a number of hops, or addresses or ranges of proxies', proxy);
    }
    if (isNearlyEveryone(proxy)) {
      wrong('TRUST_PROXY', 'the proxies alone, for whoever it names may claim any address', proxy);
    }
  }
  return proxies;
}

function isAddressOrRange(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  try {
    new BlockList().addSubnet(address, Number(bits), version === 4 ? 'ipv4' : 'ipv6');
    return /^\d+$/.test(bits);
  } catch {
    // Nothing is lost: an unusable number of bits is what is being asked about.
    return false;
  }
}

/** The largest ranges that are somebody's own: 10.0.0.0/8 and fc00::/7. */
function isNearlyEveryone(range: string): boolean {
  const [address = '', bits] = range.split('/');
  if (bits === undefined) return false;
  if (isIP(address) === 4) return Number(bits) < 8;
  const isIPv4Inside = /^(::|0:0:0:0:0:)ffff:/i.test(address);
  return Number(bits) < (isIPv4Inside ? 96 + 8 : 7);
}

function readDatabaseUrl(env: Environment): string | null {
  const text = env.DATABASE_URL?.trim();
  if (!text) return null;
  // The value holds a password and is not repeated in the message.
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) {
    throw new WrongVariable(
      'DATABASE_URL',
      'DATABASE_URL must be an address such as postgres://user@host/database.',
    );
  }
  return text;
}

const splitList = (text = '') =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

/** Both ends must have the same key, and a header loses the spaces around it on its way. */
function readKey(env: Environment): string {
  const key = env.PUBLIC_SUPABASE_ANON_KEY ?? LOCAL_ANON_KEY;
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new WrongVariable(
      'PUBLIC_SUPABASE_ANON_KEY',
      'PUBLIC_SUPABASE_ANON_KEY must be letters, digits and signs, without spaces around or inside it.',
    );
  }
  return key;
}

/** A variable that is set but empty is a mistake in a deployment, not a wish for the default. */
function refuseEmpty(env: Environment, name: string, message: string) {
  if (env[name]?.trim() === '') throw new WrongVariable(name, message);
}

/** Reads the environment; a wrong variable gives one sentence that names it. */
export function readConfig(env: Environment): ConfigResult {
  try {
    refuseEmpty(env, 'PUBLIC_SUPABASE_URL', 'supabaseUrl is required. (PUBLIC_SUPABASE_URL)');
    refuseEmpty(
      env,
      'PUBLIC_SUPABASE_ANON_KEY',
      'supabaseKey is required. (PUBLIC_SUPABASE_ANON_KEY)',
    );
    const config: Config = {
      host: env.HOST?.trim() || '127.0.0.1',
      port: readWholeNumber(env, 'PORT', 3000, 65_535),
      dataDir: env.DATA_DIR?.trim() || './data',
      databaseUrl: readDatabaseUrl(env),
      anonKey: readKey(env),
      allowedOrigins: readOrigins(env),
      trustProxy: readTrustProxy(env),
      rateLimit: readWholeNumber(env, 'RATE_LIMIT', 600, 1_000_000_000),
      metricsPort: env.METRICS_PORT?.trim()
        ? readWholeNumber(env, 'METRICS_PORT', 0, 65_535)
        : null,
      metricsHost: env.METRICS_HOST?.trim() || '127.0.0.1',
      siteDir: env.SITE_DIR?.trim() || join(import.meta.dirname, '../../../site/dist'),
      postbackSecrets: readPostbackSecrets(env),
      attributionDays: readWholeNumber(env, 'ATTRIBUTION_DAYS', 30, 3_650),
    };
    return { ok: true, config: Object.freeze(config) };
  } catch (error) {
    if (error instanceof WrongVariable) {
      const { variable, message } = error;
      return { ok: false, variable, message };
    }
    throw error;
  }
}
