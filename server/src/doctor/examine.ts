import type { SiteFacts } from '@funil/contract/site-facts';
import type { StoreConfig } from '../config/config.ts';
import { MAIL_VARIABLES, type MailConfig } from '../config/mail.ts';
import { verifyMail } from '../deliveries/mail/verify-mail.ts';
import { readSiteFacts } from '../site/site-facts.ts';
import { inspectDatabase } from '../store/open-database.ts';
import { checkClock } from './check-clock.ts';
import { checkConsole } from './check-console.ts';
import { checkContent } from './check-content.ts';
import { checkConversions } from './check-conversions.ts';
import { checkDatabase, type DatabaseLook } from './check-database.ts';
import { checkDeliveries } from './check-deliveries.ts';
import { checkDisk } from './check-disk.ts';
import { checkMail } from './check-mail.ts';
import { checkSales } from './check-sales.ts';
import { checkSettings, checkSettingsFile } from './check-settings.ts';
import { checkSite } from './check-site.ts';
import { type Finding, SUBJECTS } from './finding.ts';
import { isConsoleBuilt, lookAtDisk, lookAtSettings, lookAtSite } from './look.ts';
import { tryConversions } from './try-conversions.ts';

interface Examination {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Now, in ms since 1970. */
  readonly now: () => number;
  /** A database's trouble as a sentence that says what to do. */
  readonly explain: (error: unknown, store: StoreConfig) => string;
}

/**
 * Looks at everything that must be right for the page to sell and its sales to be known. Changes no row,
 * and asks nobody but the database and, where they are configured, the mail server, Meta and Google.
 */
export async function examine({ env, now, explain }: Examination): Promise<Finding[]> {
  const { file, env: whole } = lookAtSettings(env);
  const { config, wrong, findings } = checkSettings(whole);
  const look = await lookAtDatabase(config.store, wrong, explain);
  const facts = look?.ok ? look.facts : null;
  const isEmbedded = config.store.databaseUrl === null;
  const site = lookAtSite(config.site.dir);
  const told = readSiteFacts(config.site.dir);
  const known = told.ok ? told.facts : null;
  const found = [
    checkSettingsFile(file),
    ...findings,
    ...(look ? checkDatabase(look, nameOf(config.store)) : []),
    isEmbedded
      ? checkDisk(lookAtDisk(config.store.dataDir, facts?.bytes ?? 0))
      : checkDisk(lookAtDisk(config.site.dir, 0)),
    checkClock({
      now: now(),
      database: facts?.clock ?? null,
      newestLeadAt: facts?.newestLeadAt ?? null,
    }),
    checkSite(site),
    ...(site.isWhole ? checkContent(known) : []),
    ...checkSales({
      secrets: config.postbacks.secrets,
      used: known?.checkout.platform ?? null,
      server: publicAddress(known, whole),
      notices: facts?.notices ?? null,
      now: now(),
    }),
    ...checkDeliveries(facts?.lanes ?? [], now()),
    ...checkConsole({
      config: config.console,
      isBuilt: isConsoleBuilt(config.console.dir),
      operators: facts?.operators ?? null,
    }),
    ...(await lookAtMail(config.mail, wrong, whole)),
    ...checkConversions(await tryConversions(config.conversions, known, now())),
  ];
  return found.toSorted((a, b) => SUBJECTS.indexOf(a.subject) - SUBJECTS.indexOf(b.subject));
}

/** Where this server is reached: it serves the page too, unless the page captures elsewhere. */
function publicAddress(site: SiteFacts | null, env: Examination['env']): string {
  if (env.PUBLIC_SUPABASE_URL) return 'https://ENDEREÇO-DESTE-SERVIDOR';
  return site && !site.isDemo ? site.url : 'https://SUA-PÁGINA';
}

/** Nothing where the settings of e-mail are wrong, which is told already. */
async function lookAtMail(
  mail: MailConfig | null,
  wrong: readonly string[],
  env: Examination['env'],
): Promise<Finding[]> {
  if (Object.keys(MAIL_VARIABLES).some((name) => wrong.includes(name))) return [];
  return [checkMail({ mail, trouble: mail && (await verifyMail(mail.smtp)), env })];
}

/** Null where configuration does not say which database. */
async function lookAtDatabase(
  store: StoreConfig,
  wrong: readonly string[],
  explain: Examination['explain'],
): Promise<DatabaseLook | null> {
  if (wrong.includes('DATABASE_URL')) return null;
  try {
    return { ok: true, facts: await inspectDatabase(store) };
  } catch (error) {
    return { ok: false, trouble: explain(error, store) };
  }
}

const nameOf = ({ databaseUrl, dataDir }: StoreConfig) =>
  databaseUrl === null ? `O banco embutido em ${dataDir}` : 'O PostgreSQL de DATABASE_URL';
