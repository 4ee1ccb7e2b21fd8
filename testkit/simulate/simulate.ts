import { PLATFORM_NAMES, PLATFORMS, type PlatformName } from '@funil/contract/sales/platforms';
import { confirmLine } from '@funil/server/commands/run/ask-line';
import { loadConfig, runCommand } from '@funil/server/commands/run/command';
import {
  type Arguments,
  OperatorError,
  type RunContext,
  toOperatorError,
} from '@funil/server/commands/run/definition';
import type { Config } from '@funil/server/config/config';
import type { PostbackSecrets } from '@funil/server/config/postbacks';
import { ADAPTERS } from '@funil/server/sales/platforms/adapters';
import { readSiteInfo } from '@funil/server/site/site-info';
import { UnusableDatabaseError } from '@funil/server/store/health/database-error';
import { openDatabase } from '@funil/server/store/open-database';
import { listOtherServers, readRunningServers } from '@funil/server/store/running-servers';
import { backdateRows } from './backdate-rows.ts';
import { checkServer, createSender, type SendFailure, sendMonth } from './send-month.ts';
import { simulateMonth } from './simulate-month.ts';
import { hasRealPeople, undoMonths } from './undo-months.ts';

const SIMULATE_OPTIONS = {
  visits: { value: 'NÚMERO', help: 'visitas do mês (sem ela, 2000)' },
  seed: { value: 'NÚMERO', help: 'o mesmo número conta a mesma história (sem ela, 1)' },
  url: { value: 'ENDEREÇO', help: 'do servidor (sem ela, o desta máquina: HOST e PORT)' },
  'neste-servidor': { help: 'simula sem perguntar, também num banco com gente de verdade' },
  desfazer: { help: 'tira do banco desta máquina tudo o que os meses inventados deixaram' },
} as const;

const listPlatforms = (platforms: readonly PlatformName[]) =>
  platforms.map((name) => `${name} (${PLATFORMS[name].secretVariable})`).join(', ');

const explainMissingSecrets = (platforms: readonly PlatformName[]): string =>
  `Sem segredo no ambiente, ficam de fora as vendas de: ${listPlatforms(platforms)}.\n`;

const explainNotAccepted = (platforms: readonly PlatformName[], url: string): string =>
  `O servidor de ${url} não recebe avisos de: ${listPlatforms(platforms)}. Ligue-o com o mesmo segredo.\n`;

const explainSlowing = (waitMs: number): string =>
  `O servidor limita os pedidos de um endereço e pede ${Math.ceil(waitMs / 1000)} s de espera. ` +
  'Para simular depressa, ligue-o com RATE_LIMIT=0.\n';

const NOT_BACKDATED_NOTE =
  'O banco desse servidor não está ao alcance (DATA_DIR ou DATABASE_URL, sem --url): leads e aplicações ficam com a hora em que chegaram.\n';

const NO_SERVER = {
  unreachable: (url: string) =>
    `Não há servidor em ${url}. Ligue-o antes (RATE_LIMIT=0 npm start) ou diga onde está: --url.`,
  'not-our-server': (url: string) =>
    `O que responde em ${url} não é o servidor da página. Confira --url.`,
};

function explainFailure({ reason, endpoint, status, detail }: SendFailure, url: string): string {
  switch (reason) {
    case 'limited':
      return `O servidor de ${url} segue recusando pedidos em excesso (429). Ligue-o com RATE_LIMIT=0 enquanto simula.`;
    case 'unavailable':
      return `O servidor de ${url} não consegue gravar agora (${status}). ${detail}`.trimEnd();
    case 'unreachable':
      return `O servidor de ${url} deixou de responder: ${detail}`;
    case 'refused':
      return `O servidor recusa o que vai para ${endpoint} (${status}): ${detail}${hintFor(endpoint, status)}`;
  }
}

function hintFor(endpoint: SendFailure['endpoint'], status: number): string {
  if (status !== 401) return '';
  const platform = /^postbacks\/(\w+)$/.exec(endpoint)?.[1];
  const variable = Object.entries(PLATFORMS).find(([name]) => name === platform)?.[1]
    .secretVariable;
  return `\n${variable ?? 'PUBLIC_SUPABASE_ANON_KEY'} aqui difere do valor que o servidor usa.`;
}

const MAX_VISITS = 1_000_000;
const MAX_SEED = 4_294_967_295;

/** `url` is null for the server of this machine. @throws OperatorError about an invalid option */
function readSimulateOptions({ options }: Arguments<typeof SIMULATE_OPTIONS>) {
  if (options.desfazer && Object.keys(options).length > 1) {
    throw new OperatorError(
      '--desfazer vai sozinho: tira do banco desta máquina (DATA_DIR ou DATABASE_URL).',
    );
  }
  return {
    visits: readNumber('visits', options.visits ?? '2000', { min: 1, max: MAX_VISITS }),
    seed: readNumber('seed', options.seed ?? '1', { min: 0, max: MAX_SEED }),
    url: readUrl(options.url),
  };
}

function readNumber(option: string, text: string, { min, max }: { min: number; max: number }) {
  const value = Number(text);
  if (/^\d{1,12}$/.test(text) && value >= min && value <= max) return value;
  throw new OperatorError(
    `--${option} espera um número inteiro de ${min} a ${max}, e recebeu “${text}”.`,
  );
}

function readUrl(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
  throw new OperatorError(
    `--url espera um endereço como http://127.0.0.1:3000, e recebeu “${text}”.`,
  );
}

type Context = RunContext<typeof SIMULATE_OPTIONS>;

function ownUrl({ host, port }: Config['listen']): string {
  const isAnywhere = host === '0.0.0.0' || host === '::';
  const name = isAnywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

function pickPlatformsWithSecret(secrets: PostbackSecrets, note: (text: string) => void) {
  const namesWithoutSecret = PLATFORM_NAMES.filter((name) => secrets[name].length === 0);
  if (namesWithoutSecret.length > 0) note(explainMissingSecrets(namesWithoutSecret));
  return PLATFORM_NAMES.filter((name) => secrets[name].length > 0);
}

const RISK_SENTENCES = {
  people:
    'O banco do servidor tem leads de gente de verdade, e o mês inventado ficaria entre eles.',
  unknown:
    'O banco desse servidor não está ao alcance deste comando, e pode ter leads de gente de verdade.',
};
const NOT_INTERACTIVE_MESSAGE =
  'Nada foi enviado. Use um servidor de demonstração, com uma DATA_DIR só dele; ou, se é isso mesmo, repita com --neste-servidor';

/** Returns a warning that invented rows may be mixed with real ones; null if that is known not to happen. */
async function findRisk({ store, listen }: Config, isLocalServer: boolean): Promise<string | null> {
  if (!isLocalServer) return RISK_SENTENCES.unknown;
  try {
    await using database = await openDatabase(store, 'read');
    if (await hasRealPeople(database)) return RISK_SENTENCES.people;
    const running = await readRunningServers(database, Date.now());
    const isOwnRunning = listOtherServers(running, listen).length < running.length;
    return isOwnRunning ? null : RISK_SENTENCES.unknown;
  } catch (error) {
    if (error instanceof UnusableDatabaseError && error.reason === 'missing')
      return RISK_SENTENCES.unknown;
    throw error;
  }
}

async function confirmRisk({ note, options }: Context, config: Config): Promise<boolean> {
  const risk = options['neste-servidor']
    ? null
    : await findRisk(config, readUrl(options.url) === null);
  if (risk === null) return true;
  note(`${risk}\n`);
  const isConfirmed = await confirmLine('Simular mesmo assim?', NOT_INTERACTIVE_MESSAGE);
  if (!isConfirmed) note('Nada foi enviado.\n');
  return isConfirmed;
}

async function undoSimulation({ print }: Context, { store, sales }: Config) {
  try {
    await using database = await openDatabase(store, 'write');
    const { attributionDays } = sales;
    const deps = { database, store, adapters: ADAPTERS, attributionDays };
    const counts = await undoMonths(deps);
    print(
      `Removido: ${counts.leads} leads, ${counts.applications} aplicações, ${counts.application_drafts} rascunhos, ` +
        `${counts.jornada} eventos, ${counts.sales} vendas e ${counts.notices} avisos.\n`,
    );
  } catch (error) {
    throw toOperatorError(error, store);
  }
}

/** Returns false if the server uses another database than the configured one. */
async function backdateStoredRows({ store }: Config, start: string): Promise<boolean> {
  try {
    await using database = await openDatabase(store, 'write');
    return await backdateRows(database, start);
  } catch (error) {
    if (error instanceof UnusableDatabaseError && error.reason === 'missing') return false;
    throw error;
  }
}

await runCommand({
  name: 'simulate',
  summary: `Joga um mês inventado contra um servidor ligado, pelas portas de verdade: visitas, leads, aplicações e
avisos assinados de vendas, com repetições, atrasos e falhas. Depois dá a leads e aplicações, no banco, a data que
têm na história. Escreve em JSON o que fez, para conferir com o relatório. O que inventa fica gravado até --desfazer:
use um banco de demonstração, e ligue o servidor com RATE_LIMIT=0. Onde há leads de gente de verdade, pergunta antes.`,
  options: SIMULATE_OPTIONS,
  examples: [
    'npm run simulate -- --visits 2000',
    'npm run --silent simulate -- --visits 100000 --seed 7 > verdade.json',
    'npm run simulate -- --url http://127.0.0.1:4000',
    'npm run simulate -- --desfazer',
  ],
  footer: `Vende pelas plataformas que têm segredo aqui e no servidor: ${Object.values(PLATFORMS)
    .map(({ secretVariable }) => secretVariable)
    .join(', ')}.`,
  check: readSimulateOptions,
  async run(context) {
    const { env, print, note } = context;
    const config = loadConfig(env);
    if (context.options.desfazer) return undoSimulation(context, config);
    const { visits, seed, url: givenUrl } = readSimulateOptions(context);
    const url = givenUrl ?? ownUrl(config.listen);
    const { anonKey } = config.capture;
    const { secrets } = config.postbacks;
    const server = await checkServer(url, pickPlatformsWithSecret(secrets, note));
    if (!server.ok) throw new OperatorError(NO_SERVER[server.reason](url));
    if (!(await confirmRisk(context, config))) return;
    if (server.notAccepted.length > 0) note(explainNotAccepted(server.notAccepted, url));
    const site = readSiteInfo(config.site.dir);
    const start = new Date().toISOString();
    let isSlowed = false;
    const sent = await sendMonth({
      month: simulateMonth({
        visits,
        seed,
        now: Date.now(),
        platforms: server.accepted,
        ...(site.ok && { questions: site.info.questions, leadQuestions: site.info.leadQuestions }),
      }),
      server: { url, anonKey, secrets },
      send: createSender((waitMs) => {
        if (!isSlowed) note(explainSlowing(waitMs));
        isSlowed = true;
      }),
    });
    if (!sent.ok) throw new OperatorError(explainFailure(sent, url));
    const isBackdated = givenUrl === null && (await backdateStoredRows(config, start));
    if (!isBackdated) note(NOT_BACKDATED_NOTE);
    const { truth, ...report } = sent.report;
    const { requests } = sent;
    const output = { ...report, truth: { seed, platforms: server.accepted, requests, ...truth } };
    print(`${JSON.stringify(output, null, 2)}\n`);
  },
});
