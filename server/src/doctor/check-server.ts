import type { Config } from '../config/config.ts';
import { createFindingFactories, type Finding } from '../connections/finding.ts';
import {
  hasStartedBefore,
  listOtherServers,
  type RunningServer,
} from '../store/running-servers.ts';
import { addressOf, type ProbeAnswer, probeServer } from './probe.ts';

const { green, yellow, red } = createFindingFactories('server');

/** @param settingsChangedAt in ms since 1970 */
export async function checkServer(
  { listen, store }: Pick<Config, 'listen' | 'store'>,
  running: readonly RunningServer[],
  settingsChangedAt: number,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (store.databaseUrl === null && running.length > 1) {
    const servers = running.map(({ server }) => server).join(', ');
    findings.push(
      yellow(
        `Mais de um servidor usa o banco embutido, que é feito para um só: ${servers}.`,
        'Peça a quem cuida do servidor que deixe só um no ar.',
        { terminalRemedy: 'Deixe só um no ar, ou passe a um PostgreSQL (DATABASE_URL).' },
      ),
    );
  }
  // With port 0 the system chooses the port.
  if (listen.port !== 0) {
    const otherServers = listOtherServers(running, listen);
    findings.push(describeAnswer(await probeServer(listen), addressOf(listen), otherServers));
  }
  if (hasStartedBefore(running, listen, settingsChangedAt)) {
    findings.push(
      yellow(
        'As configurações do servidor mudaram, e ele ainda usa as anteriores.',
        'Peça a quem cuida do servidor que o reinicie.',
        {
          terminalMessage: 'O .env mudou, e o servidor no ar ainda usa os valores anteriores.',
          terminalRemedy: 'Reinicie o servidor para que leia os novos.',
        },
      ),
    );
  }
  if (running.some(({ hiddenVisitorAt }) => hiddenVisitorAt !== null)) {
    findings.push(
      yellow(
        'Um proxy esconde do servidor o endereço dos visitantes: muitos contam como um só, e a Meta recebe o do proxy.',
        'Peça a quem cuida do servidor que diga a ele de onde o proxy chega.',
        {
          terminalRemedy:
            'Diga em TRUST_PROXY de onde o proxy chega; com a Cloudflare na frente, siga docs/deploying.md. Depois reinicie.',
        },
      ),
    );
  }
  return findings;
}

/** @param otherServers hosts and ports of other servers on the same database */
function describeAnswer(
  answer: ProbeAnswer,
  address: string,
  otherServers: readonly string[],
): Finding {
  switch (answer) {
    case 'funil':
      return green(`O servidor responde em ${address}.`);
    case 'other':
      return red(
        `Em ${address} responde outro programa, e não o Funil.`,
        'Peça a quem cuida do servidor que pare o outro programa.',
        {
          terminalRemedy:
            'Pare o outro programa ou escolha outra porta em PORT, e inicie o servidor.',
        },
      );
    case 'nothing':
      return otherServers.length > 0
        ? green(`O servidor está no ar em outro lugar: ${otherServers.join(', ')}.`)
        : red(
            `Nada responde em ${address}: o servidor não está no ar.`,
            'Peça a quem cuida do servidor que o inicie.',
            {
              terminalRemedy:
                'Inicie-o com npm start, ou pelo serviço da máquina (docs/dia-a-dia.md).',
            },
          );
  }
}
