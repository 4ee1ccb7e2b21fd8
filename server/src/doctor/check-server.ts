import { createFindingFactories, type Finding } from '../connections/finding.ts';
import type { Answer } from './probe.ts';

const { green, yellow, red } = createFindingFactories('server');

export interface ServerCheckInput {
  /** The public listener's address on this machine. */
  readonly address: string;
  /** Null: unknown, because the server chooses its port. */
  readonly answer: Answer | null;
  /** Other servers that run on the same database: host and port. */
  readonly elsewhere: readonly string[];
  /** Whether the settings file was changed after the server started. */
  readonly hasOldSettings: boolean;
  /** Whether a proxy hid a visitor's address from a running server. */
  readonly hidesVisitors: boolean;
}

/** Checks that the server runs, and that it has read the settings file as it is now. */
export function checkServer(input: ServerCheckInput): Finding[] {
  return [
    ...checkAnswer(input),
    ...(input.hasOldSettings
      ? [
          yellow(
            'O .env mudou, e o servidor no ar ainda usa os valores anteriores.',
            'Reinicie o servidor para que leia os novos.',
          ),
        ]
      : []),
    ...(input.hidesVisitors
      ? [
          yellow(
            'Um proxy esconde do servidor o endereço dos visitantes: muitos contam como um só, e a Meta recebe o do proxy.',
            'Diga em TRUST_PROXY de onde o proxy chega; com a Cloudflare na frente, siga docs/deploying.md. Depois reinicie.',
          ),
        ]
      : []),
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
