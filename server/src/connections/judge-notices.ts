import { formatQuantity } from '@funil/contract/counts';
import { MINUTE_MS } from '@funil/contract/durations';
import { toShortLocalTime } from '@funil/contract/local-time';
import {
  type CheckoutOffer,
  describeSaleByPlatform,
  offersOf,
} from '@funil/contract/sales/checkout-problem';
import {
  noticePath,
  PLATFORMS,
  type PlatformName,
  platformLabel,
} from '@funil/contract/sales/platforms';
import { NOTICE_REFUSAL_LABELS, type NoticeRefusalReason } from '@funil/contract/sales/refusals';
import type { PlatformNotices } from '@funil/contract/sales/sales';
import { findPublishedAddress } from '../site/site-info.ts';
import type { ConnectionContext, ConnectionHealth } from './connection.ts';
import { createFindingFactories, type Finding, formatAge, toStatusFinding } from './finding.ts';
import type { NoticeFacts, NoticeWarning } from './notice-facts.ts';

const { green, yellow, red } = createFindingFactories('sales');

/** A running server reads every notice within this time, so an older unread one is a problem. */
const MAX_NOTICE_UNREAD_MS = 5 * MINUTE_MS;
/** A shorter secret can be guessed. */
const MIN_PLATFORM_SECRET_LENGTH = 10;

export const toPlatformNotices = (facts: NoticeFacts, now: number): PlatformNotices => ({
  platform: facts.platform,
  accepted_at: facts.accepted_at,
  refusals: facts.refusals,
  problems: findNoticeProblems(facts, now).map(toStatusFinding),
});

function findNoticeProblems(facts: NoticeFacts, now: number): Finding[] {
  const { platform, warning, failed, unread_since } = facts;
  const label = platformLabel(platform);
  const findings = warning === null ? [] : [describeWarning(platform, warning)];
  if (unread_since !== null && now - Date.parse(unread_since) > MAX_NOTICE_UNREAD_MS) {
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
        `${label}: ${formatQuantity(failed, 'aviso não foi compreendido', 'avisos não foram compreendidos')}; nada se perdeu.`,
        'Uma versão nova do Funil que os compreenda lê-os de novo.',
        { command: 'npm run sales' },
      ),
    );
  }
  return findings;
}

const secretAdvice = (label: string) =>
  `Confira se o segredo no painel da ${label} é o que está em Ligações. Depois reenvie os avisos pelo painel da ${label}.`;

const NOTICE_REFUSAL_REMEDIES: Readonly<Record<NoticeRefusalReason, (label: string) => string>> = {
  proof: secretAdvice,
  failures: secretAdvice,
  secret: (label) =>
    `Copie o segredo do painel da ${label} para Ligações. Depois reenvie os avisos pelo painel da ${label}.`,
  size: (label) =>
    `O Funil aceita avisos de até 256 kB: confira no painel da ${label} se o endereço recebe mesmo os avisos de venda.`,
};

/** Describes a warning, whose text owners also get by e-mail. */
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
    `${label}: avisos recusados desde ${since} (${NOTICE_REFUSAL_LABELS[reason]}), e nenhum aceito depois.`,
    NOTICE_REFUSAL_REMEDIES[reason](label),
    { command: `No .env, o segredo é ${secretVariable}; depois de mudá-lo, reinicie o servidor.` },
  );
}

const noticeAddress = (
  platform: PlatformName,
  { site, env }: Pick<ConnectionContext, 'site' | 'env'>,
): string => `${findPublishedAddress(site, env) ?? 'https://SUA-PÁGINA'}${noticePath(platform)}`;

/**
 * Judges whether the platform's secret is stored, and its notices arrive and are understood.
 * @param notices null if the database cannot be read
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
  offers: readonly CheckoutOffer[],
  context: ConnectionContext,
): Finding {
  const { label, secretVariable: variable } = PLATFORMS[platform];
  return yellow(
    `${label}: ${offers.map(describeSaleByPlatform).join(', ')}, mas o segredo dela não está guardado, e as vendas não chegam.`,
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
  if (secrets.some((secret) => secret.length < MIN_PLATFORM_SECRET_LENGTH)) {
    findings.push(
      yellow(
        `${label}: ${secrets.length === 1 ? 'o segredo' : 'um dos segredos'} tem menos de ${MIN_PLATFORM_SECRET_LENGTH} caracteres.`,
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
          awaitsFirstUse: true,
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
