import { formatQuantity } from '@funil/contract/counts';
import type { AccountOperator } from '@funil/contract/operators/account';
import type { ConsoleConfig } from '../config/config.ts';
import { createFindingFactories, type Finding } from '../connections/finding.ts';
import { listenerUrl, type ProbeAnswer } from './probe.ts';

const { green, yellow, red } = createFindingFactories('console');

export interface ConsoleCheckInput {
  readonly config: ConsoleConfig;
  readonly isBuilt: boolean;
  /** Null: the database could not be read. */
  readonly operators: readonly Pick<AccountOperator, 'has_factor'>[] | null;
  readonly answer: ProbeAnswer;
  /** Null if the server can open the database's signing keys; otherwise the console is off. */
  readonly keyMismatch: [what: string, remedy: string] | null;
  readonly hasOtherServer: boolean;
}

const LOOPBACK_HOST_PATTERN = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/;

export function checkConsole(input: ConsoleCheckInput): Finding[] {
  const { config, isBuilt, operators } = input;
  if (config.port === 0) {
    return [green('O painel está desligado.', { command: 'No .env: CONSOLE_PORT=0.' })];
  }
  return [
    ...(isBuilt
      ? []
      : [
          yellow('O painel ainda não foi gerado.', 'Quem cuida do servidor o gera.', {
            command: 'Rode npm run build e reinicie.',
          }),
        ]),
    ...(input.keyMismatch ? [describeKeyMismatch(input.keyMismatch)] : []),
    checkAnswer(input) ?? checkAddress(config),
    ...checkOperators(operators),
  ];
}

const describeKeyMismatch = ([what, remedy]: [what: string, remedy: string]): Finding =>
  red(
    'O painel está desligado: a chave deste servidor não é a do banco de dados.',
    'Quem cuida do servidor põe de volta a chave de antes.',
    { command: `${what} ${remedy}` },
  );

function checkAnswer({ config, answer, hasOtherServer }: ConsoleCheckInput): Finding | null {
  if (answer === 'funil' || (answer === 'nothing' && hasOtherServer)) return null;
  const address = listenerUrl(config);
  return answer === 'other'
    ? red(
        `Em ${address} responde outro programa, e não o painel.`,
        'Quem cuida do servidor para o outro programa, ou escolhe outra porta.',
        { command: 'No .env: CONSOLE_PORT; depois reinicie o servidor.' },
      )
    : red(
        `Nada responde em ${address}: o painel não está no ar.`,
        'Quem cuida do servidor o inicia; se ele está no ar, o início diz por que o painel não abriu.',
      );
}

function checkAddress({ host, port, url }: ConsoleConfig): Finding {
  if (url?.startsWith('http:') && !LOOPBACK_HOST_PATTERN.test(new URL(url).hostname)) {
    const what = `O painel é usado em ${url} sem TLS: senhas e dados passam abertos pela rede.`;
    return yellow(what, 'Quem cuida do servidor dá ao painel um endereço com https.', {
      command: 'Ponha um proxy com TLS na frente e CONSOLE_URL=https://…',
    });
  }
  if (url !== null) return green(`O painel responde em ${url}.`);
  if (LOOPBACK_HOST_PATTERN.test(host)) {
    return green('O painel responde.', { command: `O endereço é http://${host}:${port}` });
  }
  return yellow(
    'O painel só abre na máquina do servidor: falta dizer a ele o seu endereço.',
    'Quem cuida do servidor lhe dá um endereço com https.',
    {
      command: `Ele escuta em ${host}: diga em CONSOLE_URL o endereço do proxy com TLS (docs/painel.md).`,
    },
  );
}

function checkOperators(operators: ConsoleCheckInput['operators']): Finding[] {
  if (operators === null) return [];
  const count = operators.length;
  const withoutFactor = operators.filter(({ has_factor }) => !has_factor).length;
  if (count === 0) return [green('Ninguém entra no painel ainda: o início mostra o link.')];
  const operatorCountText = formatQuantity(count, 'operador entra', 'operadores entram');
  if (withoutFactor === 0) return [green(`${operatorCountText} no painel, com segundo fator.`)];
  return [
    yellow(
      `${operatorCountText} no painel; sem segundo fator, e por isso sem ver dados: ${withoutFactor}.`,
      'Quem falta cadastra o seu ao entrar; tire em Conta quem não entra mais.',
      { command: 'npm run operator -- remove EMAIL' },
    ),
  ];
}
