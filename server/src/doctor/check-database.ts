import type { DatabaseState } from '../store/database-state.ts';
import { countOf, type Finding, findingsOn, formatBytes } from './finding.ts';

const { green, yellow, red } = findingsOn('database');

/** The state of the database, or why it cannot be read, as a sentence that says what to do. */
export type DatabaseLook =
  | { readonly ok: true; readonly facts: DatabaseState }
  | { readonly ok: false; readonly trouble: string };

/** Checks that the database answers, is undamaged, takes rows, and is of this release. */
export function checkDatabase(look: DatabaseLook, name: string): Finding[] {
  if (!look.ok) return [red(`${name} não pôde ser examinado.`, look.trouble)];
  const { facts } = look;
  return [
    green(`${name} responde e ocupa ${formatBytes(facts.bytes)}.`),
    facts.refusal === null
      ? green('Ele pode ser gravado.')
      : red(
          facts.refusal.reason,
          facts.refusal.isDiskFull
            ? 'Libere espaço agora: sem ele nenhum lead é gravado, e a página mostra erro.'
            : 'Rode com o usuário do servidor, ou acerte a permissão; nada se grava até lá.',
        ),
    facts.damage === null
      ? green('Uma conferência rápida não achou dano.')
      : red(
          `O banco tem um dano: ${facts.damage}.`,
          'Pare o servidor, guarde os arquivos como estão e restaure a última cópia (docs/operating.md).',
        ),
    checkVersion(facts),
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
