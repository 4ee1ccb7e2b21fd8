import { Funil } from '../testkit/funil.ts';

/** Starts a server and lets it end by itself: what it compiled serves all that the tests start. */
export default async function warmUp(): Promise<void> {
  await using funil = new Funil();
  await funil.start();
  await funil.stop();
}
