import { type Finding, findingsOn } from './finding.ts';
import { sayBytes } from './words.ts';

const { green, yellow, red } = findingsOn('disk');

const MB = 1024 ** 2;
/** Below this, one busy day or one publication may fill it. */
const NEARLY_FULL = 200 * MB;
const SCARCE = 1024 * MB;

export interface DiskFacts {
  /** The folder that was asked about. */
  readonly folder: string;
  readonly free: number;
  /** What lies in it that a copy would take again. */
  readonly database: number;
}

/** Whether there is room, in bytes, for what comes in and for a copy of what is there. */
export function checkDisk({ folder, free, database }: DiskFacts): Finding {
  const what = `Há ${sayBytes(free)} livres no disco de ${folder}.`;
  if (free < NEARLY_FULL) {
    return red(what, 'Libere espaço agora: sem ele nenhum lead é gravado, e a página mostra erro.');
  }
  if (free < SCARCE) return yellow(what, 'Libere espaço, ou aumente o disco, em breve.');
  if (free < database) {
    return yellow(
      `${what} Uma cópia do banco (${sayBytes(database)}) não cabe nele.`,
      'Guarde as cópias em outro disco, ou libere espaço.',
    );
  }
  return green(what);
}
