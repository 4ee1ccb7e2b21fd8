import { PLATFORM_NAMES, PLATFORMS } from '@funil/contract/platforms';
import type { PostbackSecrets } from '../config/postbacks.ts';
import { playMonth } from '../simulate/month.ts';
import { findDoors, play } from '../simulate/play.ts';
import { createSender } from '../simulate/requests.ts';
import { configOf, runCall } from './run/command.ts';
import { OperatorError } from './run/operator-error.ts';
import { SIMULATE_OPTIONS } from './run/options.ts';
import { ownUrl, readSimulation } from './simulate/request.ts';
import {
  explainFailure,
  NO_SERVER,
  SLOWED,
  WITHOUT_DOOR,
  WITHOUT_SECRET,
} from './simulate/text.ts';

/** Most requests under way. */
const AT_ONCE = 16;

/** A sentence, the first time only. */
function once(say: (wait: number) => void) {
  let isSaid = false;
  return (wait: number) => {
    if (!isSaid) say(wait);
    isSaid = true;
  };
}

function withSecret(secrets: PostbackSecrets, note: (text: string) => void) {
  const without = PLATFORM_NAMES.filter((name) => secrets[name] === null);
  if (without.length > 0) note(WITHOUT_SECRET(without));
  return PLATFORM_NAMES.filter((name) => secrets[name] !== null);
}

await runCall({
  name: 'simulate',
  summary: `Joga um mês inventado contra um servidor ligado, pelas portas de verdade: visitas, leads, aplicações e
avisos assinados de vendas, com repetições, atrasos e falhas. Escreve em JSON o que fez, para conferir com o
relatório. O que inventa fica gravado: use um banco de demonstração, e ligue o servidor com RATE_LIMIT=0.`,
  options: SIMULATE_OPTIONS,
  examples: [
    'npm run simulate -- --visits 2000',
    'npm run --silent simulate -- --visits 100000 --seed 7 > verdade.json',
    'npm run simulate -- --url http://127.0.0.1:4000',
  ],
  worksOn: `Vende pelas plataformas que têm segredo aqui e no servidor: ${Object.values(PLATFORMS)
    .map(({ secretVariable }) => secretVariable)
    .join(', ')}.`,
  check: readSimulation,
  async run({ env, words, print, note }) {
    const config = configOf(env);
    const { visits, seed, url: given } = readSimulation(words);
    const url = given ?? ownUrl(config.listen);
    const { anonKey } = config.capture;
    const { secrets } = config.postbacks;
    const doors = await findDoors(url, withSecret(secrets, note));
    if (!doors.ok) throw new OperatorError(NO_SERVER[doors.reason](url));
    if (doors.closed.length > 0) note(WITHOUT_DOOR(doors.closed, url));
    const played = await play({
      month: playMonth({ visits, seed, now: Date.now(), platforms: doors.open }),
      doors: { url, anonKey, secrets },
      send: createSender(once((wait) => note(SLOWED(wait)))),
      atOnce: AT_ONCE,
    });
    if (!played.ok) throw new OperatorError(explainFailure(played, url));
    const { truth, ...report } = played.report;
    const { requests } = played;
    const whole = { ...report, truth: { seed, platforms: doors.open, requests, ...truth } };
    print(`${JSON.stringify(whole, null, 2)}\n`);
  },
});
