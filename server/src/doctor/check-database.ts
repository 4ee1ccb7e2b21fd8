import { formatQuantity } from '@funil/contract/counts';
import { createFindingFactories, type Finding } from '../connections/finding.ts';
import type { DatabaseState, WriteRefusal } from '../store/health/database-state.ts';
import { FULL_DISK_REMEDY, formatBytes } from './check-machine.ts';

const { green, yellow, red } = createFindingFactories('database');

export type DatabaseInspection =
  | { readonly ok: true; readonly state: DatabaseState }
  | { readonly ok: false; readonly remedy: string };

export function checkDatabase(inspection: DatabaseInspection, name: string): Finding[] {
  if (!inspection.ok) {
    return [
      red(
        'O banco de dados não pôde ser examinado.',
        'Verifique de novo em um minuto. Se continuar assim, chame quem cuida do servidor.',
        { command: inspection.remedy },
      ),
    ];
  }
  const { bytes, refusal, damage } = inspection.state;
  return [
    green(`O banco de dados responde e ocupa ${formatBytes(bytes)}.`, { command: name }),
    refusal === null ? green('O banco aceita gravações.') : explainWriteRefusal(refusal),
    damage === null
      ? green('Uma conferência rápida não achou dano.')
      : red(
          'O banco de dados tem um dano.',
          'Chame agora quem cuida do servidor: ele o para, guarda os arquivos e restaura a última cópia.',
          { command: `O dano: ${damage}. A restauração está em docs/copias.md.` },
        ),
    checkVersion(inspection.state),
  ];
}

const explainWriteRefusal = ({ reason, isDiskFull }: WriteRefusal): Finding =>
  isDiskFull
    ? red('O disco do banco de dados está cheio.', FULL_DISK_REMEDY, { command: reason })
    : red(
        'O banco de dados não aceita gravações.',
        'Chame agora quem cuida do servidor: até lá nenhum lead é gravado.',
        { command: `${reason} Rode com o usuário do servidor, ou acerte a permissão.` },
      );

function checkVersion({ version, newest }: DatabaseState): Finding {
  if (version === newest) return green('Todas as atualizações do banco estão aplicadas.');
  if (version > newest) {
    return red(
      'O banco é de uma versão mais nova deste programa.',
      'Quem cuida do servidor instala a versão nova, ou restaura uma cópia de antes dela.',
      { command: 'Siga docs/upgrading.md.' },
    );
  }
  return yellow(
    `Falta aplicar ${formatQuantity(newest - version, 'atualização', 'atualizações')} ao banco.`,
    'Quem cuida do servidor guarda uma cópia e o reinicia: ele as aplica ao ligar.',
  );
}
