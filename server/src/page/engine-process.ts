// Entry point of the process that runs the page's engine; engine.ts starts it.
import { pathToFileURL } from 'node:url';
import type { PageEngine } from '@funil/contract/page-engine';
import type { EngineAnswer, EngineCall } from './engine.ts';

const [, , bundle = ''] = process.argv;
const { engine }: { engine: PageEngine } = await import(pathToFileURL(bundle).href);

async function run({ name, args }: EngineCall): Promise<unknown> {
  const method = engine[name] as (...given: unknown[]) => unknown;
  return await method(...args);
}

process.on('message', async (message) => {
  const call = message as EngineCall;
  const { id } = call;
  const answer: EngineAnswer = await run(call).then(
    (result) => ({ id, result }),
    (error: NodeJS.ErrnoException) => ({ id, error: { message: error.message, code: error.code } }),
  );
  process.send?.(answer);
});
