import type { Config } from '../../config/config.ts';
import type { Words } from '../run/command.ts';
import { OperatorError } from '../run/operator-error.ts';
import type { SIMULATE_OPTIONS } from '../run/options.ts';

const USUAL_VISITS = 2000;
const MOST_VISITS = 1_000_000;
const LARGEST_SEED = 4_294_967_295;

export interface SimulationRequest {
  readonly visits: number;
  readonly seed: number;
  /** Of the server; null: the one of this machine. */
  readonly url: string | null;
}

/** @throws OperatorError for a number or an address that is none */
export function readSimulation(words: Words<typeof SIMULATE_OPTIONS>): SimulationRequest {
  return {
    visits:
      readNumber('visits', words.text('visits'), { least: 1, most: MOST_VISITS }) ?? USUAL_VISITS,
    seed: readNumber('seed', words.text('seed'), { least: 0, most: LARGEST_SEED }) ?? 1,
    url: readUrl(words.text('url')),
  };
}

function readNumber(
  option: string,
  text: string | undefined,
  { least, most }: { least: number; most: number },
): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (/^\d{1,12}$/.test(text) && value >= least && value <= most) return value;
  throw new OperatorError(
    `--${option} espera um número inteiro de ${least} a ${most}, e recebeu “${text}”.`,
  );
}

function readUrl(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
  throw new OperatorError(
    `--url espera um endereço como http://127.0.0.1:3000, e recebeu “${text}”.`,
  );
}

/** The server that this machine's settings describe, as it is reached from the machine itself. */
export function ownUrl({ host, port }: Config['listen']): string {
  const isAnywhere = host === '0.0.0.0' || host === '::';
  const name = isAnywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
