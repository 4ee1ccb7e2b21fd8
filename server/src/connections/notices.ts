import type { PlatformNotices } from '@funil/contract/console/sales';
import { DAY_MS, MINUTE_MS } from '@funil/contract/durations';
import { toShortLocalTime } from '@funil/contract/local-time';
import { countOf } from '@funil/contract/money';
import { describeSelling, type Offer, offersOf } from '@funil/contract/sales/checkout-problem';
import {
  PLATFORM_NAMES,
  PLATFORMS,
  type PlatformName,
  platformLabel,
} from '@funil/contract/sales/platforms';
import { REFUSAL_LABELS, type RefusalReason } from '@funil/contract/sales/refusals';
import { ERASED_MARK } from '../sales/stored-notices.ts';
import { publicAddress } from '../site/public-address.ts';
import type { Database } from '../store/database.ts';
import { hourOf } from '../store/sql.ts';
import type { ConnectionContext, ConnectionHealth } from './connection.ts';
import { createFindingFactories, type Finding, formatAge, toStatusFinding } from './finding.ts';
import {
  findSilence,
  MIN_SILENCE_MS,
  NOTICE_HISTORY_MS,
  type NoticeGroup,
} from './notice-silence.ts';

const { green, yellow, red } = createFindingFactories('sales');

/** Age beyond which refusals cause no warning. */
const REFUSAL_WARNING_MS = 7 * DAY_MS;
/** Maximum of refusals that are listed for a platform. */
const MAX_REFUSALS_LISTED = 20;
/** Time within which a running server reads every notice. */
const MAX_UNREAD_MS = 5 * MINUTE_MS;
/** Length below which a secret can be guessed. */
const MIN_SECRET_LENGTH = 10;

/** A problem of a platform's notices. */
export type NoticeWarning =
  /**
   * Notices were refused, and none was accepted since. `reason`: of the last refusal that was not for size, else of the
   * last refusal. `since`: the minute of the first refusal.
   */
  | { readonly kind: 'refused'; readonly reason: RefusalReason; readonly since: string }
  /** No notice has arrived for unusually long. `since`: the time of the last notice. */
  | { readonly kind: 'silent'; readonly since: string };

/** The state of a platform's notices. Times are ISO, in UTC. */
export type NoticeFacts = Awaited<ReturnType<typeof readPlatform>>;

/** Returns the state of each platform's notices. */
export const readNoticeFacts = (database: Database, now: number): Promise<NoticeFacts[]> =>
  Promise.all(PLATFORM_NAMES.map((platform) => readPlatform(database, platform, now)));

/** Returns the time of a platform's last accepted notice (null: there is none), and the warning about its notices. */
export async function readWarning(database: Database, platform: PlatformName, now: number) {
  const { accepted_at } = await selectNotices(database, platform)
    .select(({ fn }) => fn.max<string | null>('received_at').as('accepted_at'))
    .executeTakeFirstOrThrow();
  const times = { accepted_at, now };
  const warning =
    (await findRefusalWarning(database, platform, times)) ??
    (await findSilenceWarning(database, platform, times));
  return { accepted_at, warning };
}

async function readPlatform(database: Database, platform: PlatformName, now: number) {
  const notices = selectNotices(database, platform);
  const { failed } = await notices
    .select(({ fn }) => fn.countAll<number>().as('failed'))
    .where('read_error', '<>', ERASED_MARK)
    .executeTakeFirstOrThrow();
  const unread = await notices
    .select('received_at')
    .where('read_by', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return {
    platform,
    ...(await readWarning(database, platform, now)),
    refusals: await readRefusals(database, platform),
    /** Notices that the adapter did not understand. */
    failed,
    /** The time at which the oldest unread notice arrived; null: all are read. */
    unread_since: unread?.received_at ?? null,
  };
}

const selectNotices = (database: Database, platform: PlatformName) =>
  database.selectFrom('notices').where('platform', '=', platform).where('source', '=', 'notice');

interface AcceptanceTimes {
  /** The time at which the last notice was accepted; null: no notice was. */
  readonly accepted_at: string | null;
  /** In ms since 1970. */
  readonly now: number;
}

/** Returns the warning of a silence. Reads older notices only after a pause, because a busy platform has 100,000. */
async function findSilenceWarning(
  database: Database,
  platform: PlatformName,
  { accepted_at, now }: AcceptanceTimes,
): Promise<NoticeWarning | null> {
  if (accepted_at === null || now - Date.parse(accepted_at) <= MIN_SILENCE_MS) return null;
  const since = findSilence(await readGroups(database, platform, now), now);
  return since === null ? null : { kind: 'silent', since: new Date(since).toISOString() };
}

/** Returns a platform's accepted notices of the last {@link NOTICE_HISTORY_MS}, grouped by the hour. */
async function readGroups(
  database: Database,
  platform: PlatformName,
  now: number,
): Promise<NoticeGroup[]> {
  const rows = await selectNotices(database, platform)
    .select(({ fn }) => [
      fn.min('received_at').as('firstAt'),
      fn.max('received_at').as('lastAt'),
      fn.countAll<number>().as('count'),
    ])
    .where('received_at', '>=', new Date(now - NOTICE_HISTORY_MS).toISOString())
    .groupBy(hourOf(database, 'received_at'))
    .orderBy('firstAt')
    .execute();
  return rows.map(({ firstAt, lastAt, count }) => ({
    firstAt: Date.parse(firstAt),
    lastAt: Date.parse(lastAt),
    count: Number(count),
  }));
}

const selectRefusals = (database: Database, platform: PlatformName) =>
  database.selectFrom('refused_notices').where('platform', '=', platform);

/** Returns the refusals, summed by minute and reason, the newest first. */
const readRefusals = (database: Database, platform: PlatformName) =>
  selectRefusals(database, platform)
    .select(['last_at as at', 'reason', 'count'])
    .orderBy('minute', 'desc')
    .orderBy('reason')
    .limit(MAX_REFUSALS_LISTED)
    .execute();

/** Returns the warning of refusals after the last accepted notice; null: there was no refusal. */
async function findRefusalWarning(
  database: Database,
  platform: PlatformName,
  { accepted_at, now }: AcceptanceTimes,
): Promise<NoticeWarning | null> {
  const refusals = await selectRefusals(database, platform)
    .select(({ fn }) => ['reason', fn.min('minute').as('since'), fn.max('last_at').as('lastAt')])
    .where('minute', '>=', new Date(now - REFUSAL_WARNING_MS).toISOString())
    .$if(accepted_at !== null, (query) => query.where('last_at', '>', accepted_at ?? ''))
    .groupBy('reason')
    .orderBy('lastAt', 'desc')
    .execute();
  // Any program may send a large body, so another reason, such as a wrong secret, explains missing sales better.
  const newest = refusals.find(({ reason }) => reason !== 'size') ?? refusals[0];
  if (!newest) return null;
  const since = refusals.map((refusal) => refusal.since).toSorted()[0] ?? newest.since;
  return { kind: 'refused', reason: newest.reason, since };
}

/** Returns a platform's notices as the console shows them. */
export const toPlatformNotices = (facts: NoticeFacts, now: number): PlatformNotices => ({
  platform: facts.platform,
  accepted_at: facts.accepted_at,
  refusals: facts.refusals,
  problems: findNoticeProblems(facts, now).map(toStatusFinding),
});

/** Returns the problems of a platform's notices. */
function findNoticeProblems(facts: NoticeFacts, now: number): Finding[] {
  const { platform, warning, failed, unread_since } = facts;
  const label = platformLabel(platform);
  const findings = warning === null ? [] : [describeWarning(platform, warning)];
  if (unread_since !== null && now - Date.parse(unread_since) > MAX_UNREAD_MS) {
    findings.push(
      yellow(
        `${label}: há avisos sem ler há ${formatAge(unread_since, now)}.`,
        'Confira se o servidor está ligado; ele os lê por si.',
      ),
    );
  }
  if (failed > 0) {
    findings.push(
      yellow(
        `${label}: ${countOf(failed, 'aviso não foi compreendido', 'avisos não foram compreendidos')}; nada se perdeu.`,
        'Uma versão nova do Funil que os compreenda lê-os de novo.',
        { command: 'npm run sales' },
      ),
    );
  }
  return findings;
}

const checkSecret = (label: string) =>
  `Confira se o segredo no painel da ${label} é o que está em Ligações. Depois reenvie os avisos pelo painel da ${label}.`;

/** The remedies for refused notices, by the reason. */
const REFUSAL_REMEDIES: Readonly<Record<RefusalReason, (label: string) => string>> = {
  proof: checkSecret,
  failures: checkSecret,
  secret: (label) =>
    `Copie o segredo do painel da ${label} para Ligações. Depois reenvie os avisos pelo painel da ${label}.`,
  size: (label) =>
    `O Funil aceita avisos de até 256 kB: confira no painel da ${label} se o endereço recebe mesmo os avisos de venda.`,
};

/** Returns the finding of a warning, which owners also get by e-mail. */
export function describeWarning(platform: PlatformName, warning: NoticeWarning): Finding {
  const { label, secretVariable } = PLATFORMS[platform];
  const since = toShortLocalTime(Date.parse(warning.since));
  if (warning.kind === 'silent') {
    return yellow(
      `${label}: nenhum aviso desde ${since}, há mais tempo que o normal.`,
      `Se houve vendas, confira no painel da ${label} se o endereço dos avisos ainda está cadastrado e ligado.`,
    );
  }
  const { reason } = warning;
  return red(
    `${label}: avisos recusados desde ${since} (${REFUSAL_LABELS[reason]}), e nenhum aceito depois.`,
    REFUSAL_REMEDIES[reason](label),
    { command: `No .env, o segredo é ${secretVariable}; depois de mudá-lo, reinicie o servidor.` },
  );
}

/** Returns the address on this server to which a platform sends notices. */
const noticeAddress = (
  platform: PlatformName,
  { site, env }: Pick<ConnectionContext, 'site' | 'env'>,
): string =>
  `${publicAddress(site, env) ?? 'https://SUA-PÁGINA'}/postbacks/${PLATFORMS[platform].noticePath}`;

/**
 * Returns the state of a platform's connection: whether its secret is stored, and its notices arrive and are
 * understood.
 * @param notices null: the database cannot be read
 */
export function judgeNotices(
  platform: PlatformName,
  notices: readonly NoticeFacts[] | null,
  context: ConnectionContext,
): ConnectionHealth {
  const { config, site, now } = context;
  const secrets = config.postbacks.secrets[platform];
  const facts = notices?.find((candidate) => candidate.platform === platform);
  const isOn = secrets.length > 0;
  const offers = site ? offersOf(site).filter((offer) => offer.platform === platform) : [];
  return {
    id: platform,
    isOn,
    usedAt: facts?.accepted_at ?? null,
    findings: [
      ...(isOn ? judgeSecret(platform, facts, context) : []),
      ...(isOn || offers.length === 0 ? [] : [warnOfMissingSecret(platform, offers, context)]),
      ...(facts ? findNoticeProblems(facts, now) : []),
    ],
  };
}

function warnOfMissingSecret(
  platform: PlatformName,
  offers: readonly Offer[],
  context: ConnectionContext,
): Finding {
  const { label, secretVariable: variable } = PLATFORMS[platform];
  return yellow(
    `${label}: ${offers.map(describeSelling).join(', ')}, mas o segredo dela não está guardado, e as vendas não chegam.`,
    'Salve o segredo em Ligações, e cadastre na plataforma o endereço que está ao lado.',
    {
      command: `No .env: defina ${variable} e reinicie o servidor (docs/sales.md). O endereço é ${noticeAddress(platform, context)}`,
    },
  );
}

function judgeSecret(
  platform: PlatformName,
  facts: NoticeFacts | undefined,
  context: ConnectionContext,
): Finding[] {
  const { label } = PLATFORMS[platform];
  const secrets = context.config.postbacks.secrets[platform];
  const findings: Finding[] = [];
  const secretText =
    secrets.length === 1 ? 'o segredo está guardado' : `${secrets.length} segredos estão guardados`;
  if (secrets.some((secret) => secret.length < MIN_SECRET_LENGTH)) {
    findings.push(
      yellow(
        `${label}: ${secrets.length === 1 ? 'o segredo' : 'um dos segredos'} tem menos de ${MIN_SECRET_LENGTH} caracteres.`,
        'Se foi você que o escolheu, troque-o por um mais longo, também no painel da plataforma.',
      ),
    );
  }
  if (facts === undefined) {
    findings.push(green(`${label}: ${secretText}; do último aviso nada se sabe agora.`));
  } else if (facts.accepted_at === null) {
    findings.push(
      yellow(
        `${label}: ${secretText}, e nenhum aviso chegou ainda.`,
        'Cadastre no painel da plataforma o endereço que Ligações mostra, e mande um teste de lá.',
        {
          isWaiting: true,
          command: `O endereço é ${noticeAddress(platform, context)} (docs/sales.md)`,
        },
      ),
    );
  } else {
    findings.push(
      green(`${label}: o último aviso chegou há ${formatAge(facts.accepted_at, context.now)}.`),
    );
  }
  return findings;
}
