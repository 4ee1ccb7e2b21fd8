import { BRASILIA_TIME_ZONE } from '@funil/contract/brasilia';
import { HOUR_MS } from '@funil/contract/durations';
import { settingLabel } from '@funil/contract/settings/stored-settings';
import { explainPull } from '../ads/meta/errors.ts';
import { ApiFailure } from '../http/api-errors.ts';
import type { Database } from '../store/database.ts';
import type { ConnectionContext, ConnectionHealth } from './connection.ts';
import { createFindingFactories, type Finding, formatAge } from './finding.ts';
import type { ConnectionProbes } from './probe.ts';

const { green, yellow, red } = createFindingFactories('spend');

/** After three missed hourly pulls, the spend counts as old. */
const MAX_SPEND_PULL_AGE_MS = 3 * HOUR_MS;

export const readPulls = (database: Database) =>
  database
    .selectFrom('ad_spend_pulls')
    .select(['account', 'pulled_at', 'attempted_at', 'error'])
    .execute();

type PullRow = Awaited<ReturnType<typeof readPulls>>[number];

export function judgeAdAccount(
  context: ConnectionContext,
  pulls: readonly PullRow[],
  accountResult: ConnectionProbes['accountResult'],
): ConnectionHealth {
  const { meta } = context.config.spend;
  const pull = pulls.find((row) => row.account === meta?.account);
  return {
    id: 'meta-ads',
    isOn: meta !== null,
    usedAt: pull?.pulled_at ?? null,
    findings: judgeSpend(context, pull, accountResult),
  };
}

function judgeSpend(
  { config, now }: ConnectionContext,
  pull: PullRow | undefined,
  accountResult: ConnectionProbes['accountResult'],
): Finding[] {
  const { meta, missingVariable } = config.spend;
  if (missingVariable !== null) {
    return [
      yellow(
        `Falta ${settingLabel(missingVariable)}: o gasto da Meta não é lido.`,
        'Complete o gasto com anúncios em Ligações, ou apague o outro campo.',
        {
          command: `No .env: defina ${missingVariable} e reinicie o servidor (docs/anuncios.md).`,
        },
      ),
    ];
  }
  if (meta === null) {
    return [
      green('O gasto vem de arquivos; a Meta pode ser ligada em Ligações.', {
        command: 'Siga docs/anuncios.md.',
      }),
    ];
  }
  if (accountResult instanceof ApiFailure) {
    const { message, remedy, command } = explainPull(accountResult.reason);
    return [red(message, remedy, { command })];
  }
  const { name = null, timeZone = null } = accountResult ?? {};
  const findings = [judgePull(`A conta ${name ?? 'de anúncios'} (${meta.account})`, pull, now)];
  if (timeZone !== null && timeZone !== BRASILIA_TIME_ZONE) {
    const what = `Os dias do gasto são do fuso ${timeZone}, o da conta de anúncios; os das vendas, de Brasília.`;
    findings.push(green(what));
  }
  return findings;
}

function judgePull(account: string, pull: PullRow | undefined, now: number): Finding {
  if (pull?.error) {
    const { message, remedy, command } = explainPull(pull.error);
    return yellow(message, remedy, { command, at: pull.attempted_at });
  }
  if (pull?.pulled_at == null) {
    return yellow(
      `${account} responde, mas não foi achada nenhuma leitura do gasto dela.`,
      'Ligue o servidor: ele lê o gasto ao começar. Se o banco de dados tem um problema, resolva-o antes.',
      { awaitsFirstUse: true },
    );
  }
  const what = `${account} foi lida há ${formatAge(pull.pulled_at, now)}.`;
  const isOld = now - Date.parse(pull.pulled_at) > MAX_SPEND_PULL_AGE_MS;
  return isOld ? yellow(what, 'Confira se o servidor está ligado.') : green(what);
}
