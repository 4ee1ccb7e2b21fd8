import { HOUR_MS } from '@funil/contract/durations';
import { explainPull } from '../ads/meta/errors.ts';
import { PullFailure, readAccount } from '../ads/meta/insights.ts';
import type { SpendConfig } from '../config/spend.ts';
import { createFindingFactories, type Finding, formatDuration } from './finding.ts';
import type { PullStatus } from './read-contents.ts';

const { green, yellow, red } = createFindingFactories('spend');

const META_TIMEOUT_MS = 5_000;
/** Pulls run hourly; three missed pulls are a warning. */
const MAX_PULL_AGE_MS = 3 * HOUR_MS;
const BRASILIA = 'America/Sao_Paulo';

interface SpendCheckInput {
  readonly config: SpendConfig;
  /** Null: no pull has begun yet, or the database cannot be read. */
  readonly pull: PullStatus | null;
  /** In ms since 1970. */
  readonly now: number;
}

/** Reads the ad account from Meta and checks that the last pull is recent and succeeded. */
export async function checkSpend({ config, pull, now }: SpendCheckInput): Promise<Finding[]> {
  const { meta, missing } = config;
  if (missing !== null) {
    return [
      yellow(
        `Falta ${missing}: o gasto da Meta não é lido.`,
        `Defina ${missing} em Ligações, no painel (ou no .env, e reinicie o servidor), ou tire a outra variável (docs/anuncios.md).`,
      ),
    ];
  }
  if (meta === null) {
    return [green('O gasto vem de arquivos CSV; a Meta pode ser ligada (docs/anuncios.md).')];
  }
  try {
    const signal = AbortSignal.timeout(META_TIMEOUT_MS);
    const { name, timeZone } = await readAccount(meta, { signal });
    return [
      checkPull(`A conta ${name ?? 'de anúncios'} (${meta.account})`, pull, now),
      ...(timeZone === null || timeZone === BRASILIA ? [] : [describeZone(timeZone)]),
    ];
  } catch (error) {
    if (!(error instanceof PullFailure)) throw error;
    const { message, remedy } = explainPull(error.reason);
    return [red(message, remedy)];
  }
}

function checkPull(account: string, pull: PullStatus | null, now: number): Finding {
  if (pull?.error) {
    const { message, remedy } = explainPull(pull.error);
    return yellow(message, remedy);
  }
  if (pull?.pulledAt == null) {
    return yellow(
      `${account} responde, mas não foi achada nenhuma leitura do gasto dela.`,
      'Ligue o servidor: ele lê o gasto ao começar. Se o banco de dados tem um problema, resolva-o antes.',
    );
  }
  const age = Math.max(0, now - Date.parse(pull.pulledAt));
  const read = `${account} foi lida há ${formatDuration(age)}.`;
  return age > MAX_PULL_AGE_MS ? yellow(read, 'Confira se o servidor está ligado.') : green(read);
}

const describeZone = (timeZone: string): Finding =>
  green(
    `Os dias do gasto são do fuso ${timeZone}, o da conta de anúncios; os das vendas, de Brasília.`,
  );
