import { type Finding, findingsOn } from './finding.ts';
import { sayTime } from './words.ts';

const { green, yellow, red } = findingsOn('clock');

/** Differences, in ms, that a question over a network explains; and that no reason excuses. */
const NOTICEABLE = 2_000;
const WRONG = 60_000;
/** No machine runs this release before it was made. */
const EARLIEST = Date.parse('2026-01-01T00:00:00Z');

const BRASILIA = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  timeStyle: 'short',
  dateStyle: 'short',
});

const REMEDY = 'Acerte o relógio da máquina: timedatectl set-ntp true.';

export interface ClockFacts {
  /** Ours, in ms since 1970. */
  readonly now: number;
  /** The database's own at that moment; null: it has none of its own, or did not answer. */
  readonly database: number | null;
  /** When the newest lead was stored; null: unknown. */
  readonly newestLeadAt: string | null;
}

/** Whether this machine's clock can be right: moments, days of the report and matching rest on it. */
export function checkClock({ now, database, newestLeadAt }: ClockFacts): Finding {
  if (now < EARLIEST) {
    return red(`O relógio desta máquina diz ${new Date(now).toISOString()}, no passado.`, REMEDY);
  }
  const difference = database === null ? 0 : Math.abs(now - database);
  if (difference > NOTICEABLE) {
    const level = difference > WRONG ? red : yellow;
    return level(
      `O relógio desta máquina e o do banco diferem ${sayTime(difference)}.`,
      `${REMEDY} O mesmo na máquina do banco.`,
    );
  }
  const ahead = newestLeadAt === null ? 0 : Date.parse(newestLeadAt) - now;
  if (ahead > NOTICEABLE) {
    return yellow(`O lead mais novo é de ${sayTime(ahead)} no futuro: o relógio voltou.`, REMEDY);
  }
  const time = `O relógio diz ${BRASILIA.format(now)} em Brasília`;
  if (database !== null) return green(`${time}, e o relógio do banco diz o mesmo.`);
  return green(`${time}. Não há outro com que o comparar.`);
}
