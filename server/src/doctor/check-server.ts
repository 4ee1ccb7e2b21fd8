import { createFindingFactories, type Finding } from './finding.ts';
import type { Answer } from './probe.ts';

const { green, red } = createFindingFactories('server');

export interface ServerCheckInput {
  /** The public listener's address on this machine. */
  readonly address: string;
  /** Null: unknown, because the server chooses its port. */
  readonly answer: Answer | null;
  /** Other servers that run on the same database: host and port. */
  readonly elsewhere: readonly string[];
  /** Variables whose secret differs from that of a running server. */
  readonly changedSecrets: readonly string[];
}

/** Checks that the server runs, and that it has read the secrets as they are now. */
export function checkServer(input: ServerCheckInput): Finding[] {
  return [
    ...checkAnswer(input),
    ...input.changedSecrets.map((name) =>
      red(
        `${name} mudou, e o servidor no ar ainda usa o valor anterior.`,
        'Reinicie o servidor para que leia o valor novo.',
      ),
    ),
  ];
}

function checkAnswer({ address, answer, elsewhere }: ServerCheckInput): Finding[] {
  switch (answer) {
    case 'funil':
      return [green(`O servidor responde em ${address}.`)];
    case 'other':
      return [
        red(
          `Em ${address} responde outro programa, e não o Funil.`,
          'Pare o outro programa ou escolha outra porta em PORT, e inicie o servidor.',
        ),
      ];
    case 'nothing':
      if (elsewhere.length > 0) {
        return [green(`O servidor está no ar em outro lugar: ${elsewhere.join(', ')}.`)];
      }
      return [
        red(
          `Nada responde em ${address}: o servidor não está no ar.`,
          'Inicie-o com npm start, ou pelo serviço da máquina (docs/dia-a-dia.md).',
        ),
      ];
    case null:
      return [];
  }
}
