import { pluralize } from '@funil/contract/money';
import { createFindingFactories, type Finding } from '../connections/finding.ts';
import type { DatabaseState, WriteRefusal } from '../store/database-state.ts';
import { FULL_DISK_REMEDY, FULL_DISK_TERMINAL_REMEDY, formatBytes } from './check-machine.ts';

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
        { terminalMessage: `${name} não pôde ser examinado.`, terminalRemedy: inspection.remedy },
      ),
    ];
  }
  const { bytes, refusal, damage } = inspection.state;
  const size = formatBytes(bytes);
  return [
    green(`O banco de dados responde e ocupa ${size}.`, {
      terminalMessage: `${name} responde e ocupa ${size}.`,
    }),
    refusal === null ? green('O banco aceita gravações.') : describeRefusal(refusal),
    damage === null
      ? green('Uma conferência rápida não achou dano.')
      : red(
          'O banco de dados tem um dano.',
          'Chame agora quem cuida do servidor: ele o para, guarda os arquivos e restaura a última cópia.',
          {
            terminalMessage: `O banco tem um dano: ${damage}.`,
            terminalRemedy:
              'Pare o servidor, guarde os arquivos como estão e restaure a última cópia (docs/copias.md).',
          },
        ),
    checkVersion(inspection.state),
  ];
}

const describeRefusal = ({ reason, isDiskFull }: WriteRefusal): Finding =>
  isDiskFull
    ? red('O disco do banco de dados está cheio.', FULL_DISK_REMEDY, {
        terminalMessage: reason,
        terminalRemedy: FULL_DISK_TERMINAL_REMEDY,
      })
    : red(
        'O banco de dados não aceita gravações.',
        'Chame agora quem cuida do servidor: até lá nenhum lead é gravado.',
        {
          terminalMessage: reason,
          terminalRemedy:
            'Rode com o usuário do servidor, ou acerte a permissão; nada se grava até lá.',
        },
      );

function checkVersion({ version, newest }: DatabaseState): Finding {
  if (version === newest) return green('Todas as atualizações do banco estão aplicadas.');
  if (version > newest) {
    return red(
      'O banco é de uma versão mais nova deste programa.',
      'Peça a quem cuida do servidor que instale a versão nova, ou restaure uma cópia de antes dela.',
      {
        terminalRemedy:
          'Use a versão nova, ou restaure uma cópia de antes dela (docs/upgrading.md).',
      },
    );
  }
  return yellow(
    `Falta aplicar ${pluralize(newest - version, 'atualização', 'atualizações')} ao banco.`,
    'Peça a quem cuida do servidor que guarde uma cópia e o reinicie: ele as aplica ao ligar.',
    { terminalRemedy: 'Guarde uma cópia e reinicie o servidor, que as aplica ao ligar.' },
  );
}
