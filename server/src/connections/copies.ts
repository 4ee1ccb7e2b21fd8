import { formatDuration, HOUR_MS } from '@funil/contract/durations';
import { toShortLocalTime } from '@funil/contract/local-time';
import type { Config } from '../config/config.ts';
import { readCopyState } from '../copies/copy-names.ts';
import type { ConnectionHealth } from './connection.ts';
import { createFindingFactories, type Finding } from './finding.ts';

const { green, yellow, red } = createFindingFactories('copies');

/** More than a day, because making a copy takes time and the nightly job may start an hour late. */
const MAX_COPY_AGE_MS = 26 * HOUR_MS;

/** `now` is in ms since 1970. */
interface CopyContext {
  readonly config: Pick<Config, 'store' | 'copies'>;
  readonly now: number;
}

/** Judges the newest copy. Every finished copy was opened and compared with its source (copies/make-copy.ts). */
export async function judgeCopies({ config, now }: CopyContext): Promise<ConnectionHealth> {
  const { dir } = config.copies;
  if (dir === null) return { id: 'copies', isOn: false, usedAt: null, findings: [] };
  const state = await readCopyState(dir, config.store, now);
  if (state === null) return { id: 'copies', isOn: true, usedAt: null, findings: [HUNG_FINDING] };
  const { newestAt, failure, isOnSameDisk } = state;
  const usedAt = newestAt === null ? null : new Date(newestAt).toISOString();
  const judgeNewest = () => {
    if (config.store.databaseUrl !== null) return [ONLY_CONTENT_FINDING];
    if (newestAt === null)
      return [failure === null ? FIRST_COPY_DUE_FINDING : describeLateCopy(null, failure)];
    if (now - newestAt > MAX_COPY_AGE_MS) return [describeLateCopy(now - newestAt, failure)];
    const goodCopy = green(
      `A cópia de ${toShortLocalTime(newestAt)} foi aberta e conferida: nada falta nela.`,
    );
    return isOnSameDisk ? [goodCopy, SAME_DISK_FINDING] : [goodCopy];
  };
  return { id: 'copies', isOn: true, usedAt, findings: judgeNewest() };
}

const ONLY_CONTENT_FINDING = green(
  'Toda noite é copiado o conteúdo da página. O banco é copiado por quem cuida dele.',
  { command: 'O PostgreSQL se copia com pg_dump (docs/copias.md).' },
);

const FIRST_COPY_DUE_FINDING = yellow(
  'A primeira cópia ainda não foi feita.',
  'Ela é feita em até uma hora, depois das 3 h.',
  { awaitsFirstUse: true },
);

const HUNG_FINDING = red(
  'A pasta das cópias não responde: nenhuma cópia é feita.',
  'Quem cuida do servidor vê se o disco de rede está no ar.',
  { command: 'Confira a montagem de BACKUP_DIR.' },
);

const SAME_DISK_FINDING = yellow(
  'As cópias estão no mesmo disco que o banco: se ele morrer, elas morrem também.',
  'Quem cuida do servidor as leva toda noite para outra máquina.',
  { command: 'Siga docs/copias.md.' },
);

/** @param ageMs the age of the newest copy; null if there is none */
const describeLateCopy = (ageMs: number | null, failure: string | null): Finding =>
  red(
    `${ageMs === null ? 'Ainda não há uma cópia boa' : `A última cópia boa é de há ${formatDuration(ageMs)}`}${failure === null ? '.' : `: ${failure}`}`,
    'Quem cuida do servidor vê por que a cópia não sai.',
    { command: 'npm run backup faz uma agora, ou diz o que a impede.' },
  );
