import { PLATFORM_NAMES, PLATFORMS, type PlatformName } from '@funil/contract/platforms';
import type { PostbackSecrets } from '../config/postbacks.ts';
import { countOf, type Finding, findingsOn, formatDuration } from './finding.ts';
import type { NoticeFacts } from './read-contents.ts';

const { green, yellow } = findingsOn('sales');

/** Longest, in ms, that a notice waits to be read while the server runs. */
const MAX_UNREAD_MS = 5 * 60_000;
/** Fewest characters of a secret that nobody guesses. */
const MIN_SECRET_LENGTH = 10;

export interface SalesFacts {
  readonly secrets: PostbackSecrets;
  /** Whose checkout content names; null: unknown, or `other`. */
  readonly used: string | null;
  /** This server's public address: where notices go. */
  readonly server: string;
  /** Null: the ledger could not be read. */
  readonly notices: readonly NoticeFacts[] | null;
  /** In ms since 1970. */
  readonly now: number;
}

/** Whether each checkout platform can tell of its sales, and does. */
export function checkSales(facts: SalesFacts): Finding[] {
  const known = PLATFORM_NAMES.filter(
    (name) => facts.secrets[name] !== null || facts.used === name,
  );
  if (known.length > 0) return known.flatMap((name) => checkPlatform(name, facts));
  return [
    yellow(
      'Nenhuma plataforma de checkout está ligada: o relatório fica sem vendas.',
      'Siga docs/sales.md; se a sua não está lá, nada falta.',
    ),
  ];
}

function checkPlatform(name: PlatformName, facts: SalesFacts): Finding[] {
  const { label: title, secretVariable: variable, noticePath } = PLATFORMS[name];
  const secret = facts.secrets[name];
  const address = `${facts.server}/postbacks/${noticePath}`;
  if (secret === null) {
    return [
      yellow(
        `${title}: a página vende por ela, mas ${variable} não está definida, e as vendas não chegam.`,
        `Copie o segredo do painel para ${variable} no .env, reinicie e cadastre lá ${address} (docs/sales.md).`,
      ),
    ];
  }
  const weak =
    secret.length < MIN_SECRET_LENGTH
      ? [
          yellow(
            `${title}: ${variable} tem menos de ${MIN_SECRET_LENGTH} caracteres.`,
            'Se foi você que o escolheu, troque-o por um mais longo, também no painel.',
          ),
        ]
      : [];
  return [...weak, ...checkNotices(name, facts, address)];
}

function checkNotices(
  name: PlatformName,
  { notices, now }: SalesFacts,
  address: string,
): Finding[] {
  const { label: title, secretVariable: variable } = PLATFORMS[name];
  if (notices === null) {
    return [green(`${title}: ${variable} está definida; do último aviso nada se sabe agora.`)];
  }
  const found = notices.find(({ platform }) => platform === name);
  if (!found) {
    return [
      yellow(
        `${title}: ${variable} está definida, e nenhum aviso chegou ainda.`,
        `Cadastre ${address} no painel e mande um teste de lá (docs/sales.md).`,
      ),
    ];
  }
  const ago = formatDuration(Math.max(0, now - Date.parse(found.lastAt)));
  const last = green(`${title}: o último aviso chegou há ${ago}.`);
  return [last, ...checkReading(title, found, now)];
}

function checkReading(
  title: string,
  { notUnderstood, waitingSince }: NoticeFacts,
  now: number,
): Finding[] {
  const waits = waitingSince === null ? 0 : now - Date.parse(waitingSince);
  const unread =
    waits > MAX_UNREAD_MS
      ? [
          yellow(
            `${title}: há avisos sem ler há ${formatDuration(waits)}.`,
            'Confira se o servidor está ligado; ele os lê por si.',
          ),
        ]
      : [];
  if (notUnderstood === 0) return unread;
  const was = notUnderstood === 1 ? 'foi compreendido' : 'foram compreendidos';
  return [
    ...unread,
    yellow(
      `${title}: ${countOf(notUnderstood, 'aviso')} não ${was}; nada se perdeu.`,
      'O comando npm run sales os mostra; uma versão nova que os compreenda lê-os de novo.',
    ),
  ];
}
