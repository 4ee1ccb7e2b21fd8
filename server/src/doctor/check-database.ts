import { countOf } from '@funil/contract/money';
import { createFindingFactories, type Finding } from '../connections/finding.ts';
import type { DatabaseState } from '../store/database-state.ts';
import { formatBytes } from './check-machine.ts';

const { green, yellow, red } = createFindingFactories('database');

/** The state of the database; if it cannot be read, the remedy. */
export type DatabaseInspection =
  | { readonly ok: true; readonly state: DatabaseState }
  | { readonly ok: false; readonly remedy: string };

/** Checks that the database answers, is undamaged, takes rows, and is of this release. */
export function checkDatabase(inspection: DatabaseInspection, name: string): Finding[] {
  if (!inspection.ok) return [red(`${name} não pôde ser examinado.`, inspection.remedy)];
  const { bytes, refusal, damage } = inspection.state;
  return [
    green(`${name} responde e ocupa ${formatBytes(bytes)}.`),
    refusal === null
      ? green('O banco aceita gravações.')
      : red(
          refusal.reason,
          refusal.isDiskFull
            ? 'Libere espaço agora: sem ele nenhum lead é gravado, e a página mostra erro.'
            : 'Rode com o usuário do servidor, ou acerte a permissão; nada se grava até lá.',
        ),
    damage === null
      ? green('Uma conferência rápida não achou dano.')
      : red(
          `O banco tem um dano: ${damage}.`,
          'Pare o servidor, guarde os arquivos como estão e restaure a última cópia (docs/copias.md).',
        ),
    checkVersion(inspection.state),
  ];
}

function checkVersion({ version, newest }: DatabaseState): Finding {
  if (version === newest) return green('Todas as atualizações do banco estão aplicadas.');
  if (version > newest) {
    return red(
      'O banco é de uma versão mais nova deste programa.',
      'Use a versão nova, ou restaure uma cópia de antes dela (docs/upgrading.md).',
    );
  }
  return yellow(
    `Falta aplicar ${countOf(newest - version, 'atualização', 'atualizações')} ao banco.`,
    'Guarde uma cópia e reinicie o servidor, que as aplica ao ligar.',
  );
}
