import type { Config } from '../config/config.ts';
import { createFindingFactories, type Finding } from '../connections/finding.ts';
import {
  hasStartedBefore,
  listOtherServers,
  type RunningServer,
} from '../store/running-servers.ts';
import { listenerUrl, type ProbeAnswer, probeServer } from './probe.ts';

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
        'Quem cuida do servidor deixa só um no ar, ou passa a um PostgreSQL.',
        { command: 'O PostgreSQL é o de DATABASE_URL.' },
      ),
    );
  }
  // With port 0 the system chooses the port, so the server's address is unknown.
  if (listen.port !== 0) {
    const otherServers = listOtherServers(running, listen);
    findings.push(describeProbe(await probeServer(listen), listenerUrl(listen), otherServers));
  }
  if (hasStartedBefore(running, listen, settingsChangedAt)) {
    findings.push(
      yellow(
        'As configurações do servidor mudaram, e ele ainda usa as anteriores.',
        'Quem cuida do servidor o reinicia.',
      ),
    );
  }
  if (running.some(({ hiddenVisitorAt }) => hiddenVisitorAt !== null)) {
    findings.push(
      yellow(
        'Um proxy esconde do servidor o endereço dos visitantes: muitos contam como um só, e a Meta recebe o do proxy.',
        'Quem cuida do servidor diz a ele de onde o proxy chega, e o reinicia.',
        { command: 'No .env: TRUST_PROXY; com a Cloudflare na frente, siga docs/deploying.md.' },
      ),
    );
  }
  return findings;
}

/** @param otherServers hosts and ports of other servers on the same database */
function describeProbe(
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
        'Quem cuida do servidor para o outro programa, ou escolhe outra porta.',
        { command: 'No .env: PORT; depois inicie o servidor.' },
      );
    case 'nothing':
      return otherServers.length > 0
        ? green(`O servidor está no ar em outro lugar: ${otherServers.join(', ')}.`)
        : red(
            `Nada responde em ${address}: o servidor não está no ar.`,
            'Quem cuida do servidor o inicia.',
            { command: 'npm start, ou o serviço da máquina (docs/dia-a-dia.md).' },
          );
  }
}
