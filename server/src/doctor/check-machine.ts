import { toShortLocalTime } from '@funil/contract/local-time';
import { createFindingFactories, type Finding, formatDuration } from '../connections/finding.ts';

const aboutDisk = createFindingFactories('disk');

const BYTES_PER_MB = 1024 ** 2;
/** A busy day or a publication may fill the rest. */
const NEARLY_FULL_DISK_BYTES = 200 * BYTES_PER_MB;
const SCARCE_DISK_BYTES = 1024 * BYTES_PER_MB;

/** The console and the terminal show this remedy. */
export const FULL_DISK_REMEDY =
  'Peça agora a quem cuida do servidor que libere espaço: sem ele nenhum lead é gravado, e a página mostra erro.';
export const FULL_DISK_TERMINAL_REMEDY =
  'Libere espaço agora: sem ele nenhum lead é gravado, e a página mostra erro.';

interface DiskCheckInput {
  readonly folder: string;
  readonly freeBytes: number;
  readonly databaseBytes: number;
}

/** The disk needs space for new rows and a copy of the database. */
export function checkDisk({ folder, freeBytes, databaseBytes }: DiskCheckInput): Finding {
  const freeText = `Há ${formatBytes(freeBytes)} livres no disco`;
  const roomText = `${freeText} do servidor.`;
  const roomTerminalText = `${freeText} de ${folder}.`;
  if (freeBytes < NEARLY_FULL_DISK_BYTES) {
    return aboutDisk.red(roomText, FULL_DISK_REMEDY, {
      terminalMessage: roomTerminalText,
      terminalRemedy: FULL_DISK_TERMINAL_REMEDY,
    });
  }
  if (freeBytes < SCARCE_DISK_BYTES) {
    return aboutDisk.yellow(
      roomText,
      'Peça a quem cuida do servidor que libere espaço, ou aumente o disco, em breve.',
      {
        terminalMessage: roomTerminalText,
        terminalRemedy: 'Libere espaço, ou aumente o disco, em breve.',
      },
    );
  }
  if (freeBytes < databaseBytes) {
    const tooSmallText = `Uma cópia do banco (${formatBytes(databaseBytes)}) não cabe nele.`;
    return aboutDisk.yellow(
      `${roomText} ${tooSmallText}`,
      'Peça a quem cuida do servidor que guarde as cópias em outro disco, ou libere espaço.',
      {
        terminalMessage: `${roomTerminalText} ${tooSmallText}`,
        terminalRemedy: 'Guarde as cópias em outro disco, ou libere espaço.',
      },
    );
  }
  return aboutDisk.green(roomText, { terminalMessage: roomTerminalText });
}

const BYTE_UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];
const BYTES_PER_KB = 1024;

export function formatBytes(bytes: number): string {
  const power = bytes < BYTES_PER_KB ? 0 : Math.floor(Math.log(bytes) / Math.log(BYTES_PER_KB));
  const unit = Math.min(power, BYTE_UNITS.length - 1);
  const amount = bytes / BYTES_PER_KB ** unit;
  const digits = unit === 0 || amount >= 100 ? 0 : 1;
  return `${amount.toLocaleString('pt-BR', { maximumFractionDigits: digits })} ${BYTE_UNITS[unit]}`;
}

const aboutClock = createFindingFactories('clock');

/** A query over a network may cause smaller differences. */
const NOTICEABLE_DRIFT_MS = 2_000;
const WRONG_DRIFT_MS = 60_000;
/** This release did not exist before. */
const EARLIEST_TIME = Date.parse('2026-01-01T00:00:00Z');

const CLOCK_REMEDY = 'Peça a quem cuida do servidor que acerte o relógio da máquina.';
const CLOCK_TERMINAL_REMEDY = 'Acerte o relógio da máquina: timedatectl set-ntp true.';

interface ClockCheckInput {
  readonly now: number;
  /** At the same moment; null for SQLite, or without response. */
  readonly databaseNow: number | null;
  /** ISO; null: none, or the database cannot be read. */
  readonly newestLeadAt: string | null;
}

export function checkClock({ now, databaseNow, newestLeadAt }: ClockCheckInput): Finding {
  if (now < EARLIEST_TIME) {
    return aboutClock.red(
      `O relógio do servidor diz ${toShortLocalTime(now)}, no passado.`,
      CLOCK_REMEDY,
      { terminalRemedy: CLOCK_TERMINAL_REMEDY },
    );
  }
  const driftMs = databaseNow === null ? 0 : Math.abs(now - databaseNow);
  if (driftMs > NOTICEABLE_DRIFT_MS) {
    const level = driftMs > WRONG_DRIFT_MS ? aboutClock.red : aboutClock.yellow;
    return level(
      `O relógio do servidor e o do banco de dados diferem ${formatDuration(driftMs)}.`,
      CLOCK_REMEDY,
      { terminalRemedy: `${CLOCK_TERMINAL_REMEDY} O mesmo na máquina do banco.` },
    );
  }
  const aheadMs = newestLeadAt === null ? 0 : Date.parse(newestLeadAt) - now;
  if (aheadMs > NOTICEABLE_DRIFT_MS) {
    return aboutClock.yellow(
      `O lead mais novo é de ${formatDuration(aheadMs)} no futuro: o relógio voltou.`,
      CLOCK_REMEDY,
      { terminalRemedy: CLOCK_TERMINAL_REMEDY },
    );
  }
  const time = `O relógio diz ${toShortLocalTime(now)} em Brasília`;
  if (databaseNow !== null) return aboutClock.green(`${time}, e o relógio do banco diz o mesmo.`);
  return aboutClock.green(`${time}. Não há outro com que o comparar.`);
}
