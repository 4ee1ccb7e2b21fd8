import { formatDuration, formatSeconds, SECOND_MS } from '@funil/contract/durations';
import { toShortLocalTime } from '@funil/contract/local-time';
import { createFindingFactories, type Finding } from '../connections/finding.ts';
import { EARLIEST_TIME_MS } from '../store/clock/database-clock.ts';

const aboutDisk = createFindingFactories('disk');

const BYTES_PER_MB = 1024 ** 2;
/** With less free space than this, the disk is an error, because a busy day or a publication may fill it. */
const NEARLY_FULL_DISK_BYTES = 200 * BYTES_PER_MB;
const SCARCE_DISK_BYTES = 1024 * BYTES_PER_MB;

export const FULL_DISK_REMEDY =
  'Chame agora quem cuida do servidor, que libera espaço: sem ele nenhum lead é gravado, e a página mostra erro.';

interface DiskCheckInput {
  readonly folder: string;
  readonly freeBytes: number;
  readonly databaseBytes: number;
}

/** The disk needs space for new rows and a copy of the database. */
export function checkDisk({ folder, freeBytes, databaseBytes }: DiskCheckInput): Finding {
  const roomText = `Há ${formatBytes(freeBytes)} livres no disco do servidor.`;
  const command = `A pasta é ${folder}`;
  if (freeBytes < NEARLY_FULL_DISK_BYTES) {
    return aboutDisk.red(roomText, FULL_DISK_REMEDY, { command });
  }
  if (freeBytes < SCARCE_DISK_BYTES) {
    return aboutDisk.yellow(
      roomText,
      'Quem cuida do servidor libera espaço, ou aumenta o disco, em breve.',
      { command },
    );
  }
  if (freeBytes < databaseBytes) {
    const tooSmallText = `Uma cópia do banco (${formatBytes(databaseBytes)}) não cabe nele.`;
    return aboutDisk.yellow(
      `${roomText} ${tooSmallText}`,
      'Quem cuida do servidor guarda as cópias em outro disco, ou libera espaço.',
      { command },
    );
  }
  return aboutDisk.green(roomText, { command });
}

/** The folder of the data in the image. Without a volume, this and other folders stay in the container. */
const IMAGE_DATA_DIR = '/data';
/** The name of a volume that Docker or Podman made without being asked for one. */
const UNNAMED_VOLUME = /\/volumes\/[\da-f]{64}\/_data$/;

interface VolumeCheckInput {
  /** As in `/proc/self/mountinfo`: https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html */
  readonly mounts: string;
  /** Full paths; `copiesDir` is null if no copies are made. */
  readonly dataDir: string;
  readonly copiesDir: string | null;
}

export function checkVolumes({ mounts, dataDir, copiesDir }: VolumeCheckInput): Finding[] {
  const isImage = dataDir === IMAGE_DATA_DIR;
  const describe = (folder: string, what: string): Finding =>
    aboutDisk.red(
      `${what} em um lugar que não passa para o próximo contêiner: depois de uma atualização, não há nada lá.`,
      'Antes de atualizar, quem cuida do servidor guarda uma cópia fora dele e dá a essa pasta um volume com nome.',
      { command: `A pasta é ${folder} (docs/deploying.md).` },
    );
  return [
    ...(isLostWithContainer(mounts, dataDir, isImage) ? [describe(dataDir, 'Os dados estão')] : []),
    ...(copiesDir !== null && isLostWithContainer(mounts, copiesDir, isImage)
      ? [describe(copiesDir, 'As cópias de segurança estão')]
      : []),
  ];
}

function isLostWithContainer(mounts: string, folder: string, isImage: boolean): boolean {
  const mount = mounts
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([, , , , point = '']) => `${folder}/`.startsWith(point.replace(/\/?$/, '/')))
    .toSorted(([, , , , a = ''], [, , , , b = '']) => a.length - b.length)
    .at(-1);
  const [, , , root = ''] = mount ?? [];
  const fileSystem = mount?.[mount.indexOf('-') + 1];
  return (isImage && fileSystem === 'overlay') || UNNAMED_VOLUME.test(root);
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

/** A smaller difference between the clocks may come from the query's time in the network. */
const NOTICEABLE_DRIFT_MS = 2_000;
const WRONG_DRIFT_MS = 60_000;

const CLOCK_REMEDY = 'Quem cuida do servidor acerta o relógio da máquina.';
const CLOCK_COMMAND = 'timedatectl set-ntp true';

interface ClockCheckInput {
  readonly now: number;
  /** The database's time at the same moment; null for SQLite, or without response. */
  readonly databaseNow: number | null;
  /** ISO time; null if there is no lead or the database cannot be read. */
  readonly newestLeadAt: string | null;
}

export function checkClock({ now, databaseNow, newestLeadAt }: ClockCheckInput): Finding {
  if (now < EARLIEST_TIME_MS) {
    return aboutClock.red(
      `O relógio do servidor diz ${toShortLocalTime(now)}, no passado.`,
      CLOCK_REMEDY,
      { command: CLOCK_COMMAND },
    );
  }
  const driftMs = databaseNow === null ? 0 : Math.abs(now - databaseNow);
  if (driftMs > NOTICEABLE_DRIFT_MS) {
    const createFinding = driftMs > WRONG_DRIFT_MS ? aboutClock.red : aboutClock.yellow;
    return createFinding(
      `O relógio do servidor e o do banco de dados diferem ${formatSeconds(Math.floor(driftMs / SECOND_MS))}.`,
      'Quem cuida do servidor acerta o relógio das duas máquinas.',
      { command: CLOCK_COMMAND },
    );
  }
  const aheadMs = newestLeadAt === null ? 0 : Date.parse(newestLeadAt) - now;
  if (aheadMs > NOTICEABLE_DRIFT_MS) {
    return aboutClock.yellow(
      `O lead mais novo é de ${formatDuration(aheadMs)} no futuro: o relógio voltou.`,
      CLOCK_REMEDY,
      { command: CLOCK_COMMAND },
    );
  }
  const time = `O relógio diz ${toShortLocalTime(now)} em Brasília`;
  if (databaseNow !== null) return aboutClock.green(`${time}, e o relógio do banco diz o mesmo.`);
  return aboutClock.green(`${time}. Não há outro com que o comparar.`);
}
