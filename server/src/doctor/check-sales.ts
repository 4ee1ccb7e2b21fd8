import type { PlatformNotices } from '@funil/contract/console/sales';
import { toShortLocalTime } from '@funil/contract/local-time';
import { PLATFORM_NAMES, PLATFORMS, type PlatformName } from '@funil/contract/platforms';
import { refusalRemedy } from '@funil/contract/refusal-remedies';
import { REFUSAL_LABELS } from '@funil/contract/refusals';
import type { PostbackSecrets } from '../config/postbacks.ts';
import { createFindingFactories, type Finding, formatCount, formatDuration } from './finding.ts';
import type { NoticeStatus } from './read-contents.ts';

const { green, yellow, red } = createFindingFactories('sales');

/** Longest time that a notice waits to be read while the server runs. */
const MAX_UNREAD_MS = 5 * 60_000;
/** A shorter secret can be guessed. */
const MIN_SECRET_LENGTH = 10;

export interface SalesCheckInput {
  readonly secrets: PostbackSecrets;
  /** The platform of the page's checkout; null: unknown, or `other`. */
  readonly used: string | null;
  /** This server's public address, which receives notices. */
  readonly server: string;
  /** Null: the notices could not be read. */
  readonly notices: readonly NoticeStatus[] | null;
  /** Accepted and refused notices, and what is wrong with them. */
  readonly platforms: readonly PlatformNotices[];
  /** In ms since 1970. */
  readonly now: number;
}

/** Checks that each checkout platform sends notices, and that they are understood. */
export function checkSales(input: SalesCheckInput): Finding[] {
  const platforms = PLATFORM_NAMES.filter(
    (name) => input.secrets[name].length > 0 || input.used === name,
  );
  const warnings = input.platforms.flatMap((found) => describeWarning(found) ?? []);
  if (platforms.length > 0) {
    return [...platforms.flatMap((name) => checkPlatform(name, input)), ...warnings];
  }
  return [
    ...warnings,
    yellow(
      'Nenhuma plataforma de checkout está ligada: o relatório fica sem vendas.',
      'Siga docs/sales.md; se a sua não está lá, nada falta.',
    ),
  ];
}

function describeWarning({ platform, warning }: PlatformNotices): Finding | null {
  if (warning === null) return null;
  const title = PLATFORMS[platform].label;
  const since = toShortLocalTime(Date.parse(warning.since));
  if (warning.kind === 'refused') {
    return red(
      `${title}: avisos recusados desde ${since} (${REFUSAL_LABELS[warning.reason]}), e nenhum aceito depois.`,
      refusalRemedy(platform, warning.reason),
    );
  }
  return yellow(
    `${title}: nenhum aviso desde ${since}, há mais tempo que o normal.`,
    'Se houve vendas, confira no painel da plataforma se o endereço dos avisos ainda está ligado.',
  );
}

function checkPlatform(
  name: PlatformName,
  { secrets, server, notices, now }: SalesCheckInput,
): Finding[] {
  const { label: title, secretVariable: variable, noticePath } = PLATFORMS[name];
  const own = secrets[name];
  const address = `${server}/postbacks/${noticePath}`;
  if (own.length === 0) {
    return [
      yellow(
        `${title}: a página vende por ela, mas ${variable} não está definida, e as vendas não chegam.`,
        `Copie o segredo da plataforma para Ligações, no painel do Funil (ou para ${variable} no .env, e reinicie), e cadastre lá ${address} (docs/sales.md).`,
      ),
    ];
  }
  const found: Finding[] = [];
  const isSet = own.length === 1 ? 'está definida' : `tem ${own.length} segredos`;
  if (own.some((secret) => secret.length < MIN_SECRET_LENGTH)) {
    found.push(
      yellow(
        own.length === 1
          ? `${title}: ${variable} tem menos de ${MIN_SECRET_LENGTH} caracteres.`
          : `${title}: um segredo de ${variable} tem menos de ${MIN_SECRET_LENGTH} caracteres.`,
        'Se foi você que o escolheu, troque-o por um mais longo, também no painel da plataforma.',
      ),
    );
  }
  if (notices === null) {
    return [...found, green(`${title}: ${variable} ${isSet}; do último aviso nada se sabe agora.`)];
  }
  const received = notices.find(({ platform }) => platform === name);
  if (received) return [...found, ...checkNotices(title, received, now)];
  return [
    ...found,
    yellow(
      `${title}: ${variable} ${isSet}, e nenhum aviso chegou ainda.`,
      `Cadastre ${address} no painel da plataforma e mande um teste de lá (docs/sales.md).`,
    ),
  ];
}

function checkNotices(
  title: string,
  { lastAt, failedNotices, waitingSince }: NoticeStatus,
  now: number,
): Finding[] {
  const ago = formatDuration(Math.max(0, now - Date.parse(lastAt)));
  const found = [green(`${title}: o último aviso chegou há ${ago}.`)];
  const waitMs = waitingSince === null ? 0 : now - Date.parse(waitingSince);
  if (waitMs > MAX_UNREAD_MS) {
    found.push(
      yellow(
        `${title}: há avisos sem ler há ${formatDuration(waitMs)}.`,
        'Confira se o servidor está ligado; ele os lê por si.',
      ),
    );
  }
  if (failedNotices > 0) {
    const were = failedNotices === 1 ? 'foi compreendido' : 'foram compreendidos';
    found.push(
      yellow(
        `${title}: ${formatCount(failedNotices, 'aviso')} não ${were}; nada se perdeu.`,
        'O comando npm run sales os mostra; uma versão nova que os compreenda lê-os de novo.',
      ),
    );
  }
  return found;
}
