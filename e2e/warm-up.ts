import { Funil } from '../testkit/funil.ts';

/** Starts and stops a server, so that the compile cache serves all later ones. */
export default async function warmUp(): Promise<void> {
  await using funil = new Funil();
  await funil.start();
  await funil.stop();
}
