import type { ConsoleConfig } from '../config/config.ts';
import { createFindingFactories, type Finding, formatCount } from './finding.ts';
import type { OperatorStatus } from './read-contents.ts';

const { green, yellow } = createFindingFactories('console');

export interface ConsoleCheckInput {
  readonly config: ConsoleConfig;
  readonly isBuilt: boolean;
  /** Null: the database could not be read. */
  readonly operators: OperatorStatus | null;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/;

/** Checks that operators can reach the console safely and sign in. */
export function checkConsole({ config, isBuilt, operators }: ConsoleCheckInput): Finding[] {
  if (config.port === 0) return [green('O console está desligado (CONSOLE_PORT=0).')];
  return [
    ...(isBuilt
      ? []
      : [yellow('O console ainda não foi gerado.', 'Rode npm run build e reinicie.')]),
    checkAddress(config),
    ...(config.authUrl === null ? checkOperators(operators) : [checkList(config)]),
  ];
}

function checkAddress({ host, port, url }: ConsoleConfig): Finding {
  if (url?.startsWith('http:') && !LOOPBACK.test(new URL(url).hostname)) {
    const what = `O console é usado em ${url} sem TLS: senhas e dados passam abertos pela rede.`;
    return yellow(what, 'Ponha um proxy com TLS na frente e CONSOLE_URL=https://…');
  }
  if (url !== null || LOOPBACK.test(host)) {
    return green(`O console responde em ${url ?? `http://${host}:${port}`}.`);
  }
  const what = `O console escuta em ${host}, e só responde por localhost: falta CONSOLE_URL.`;
  return yellow(what, 'Diga em CONSOLE_URL o endereço do proxy com TLS (docs/operating.md).');
}

function checkOperators(operators: OperatorStatus | null): Finding[] {
  if (operators === null) return [];
  const { count, withoutFactor } = operators;
  if (count === 0) return [green('Ninguém entra no console ainda: o início mostra o link.')];
  const known = formatCount(count, 'operador entra', 'operadores entram');
  if (withoutFactor === 0) return [green(`${known} no console, com segundo fator.`)];
  return [
    yellow(
      `${known} no console; sem segundo fator, e por isso sem ver dados: ${withoutFactor}.`,
      'Quem falta cadastra o seu ao entrar; quem não entra mais: npm run operator -- remove EMAIL',
    ),
  ];
}

function checkList({ operators, authUrl }: ConsoleConfig): Finding {
  if (operators.length === 0) {
    return yellow('AUTH_URL está definida e ninguém pode entrar.', 'Liste quem entra: OPERATORS.');
  }
  const known = formatCount(operators.length, 'endereço entra', 'endereços entram');
  return green(`${known} no console pelo login de ${authUrl}.`);
}
