import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PageEngine } from '@funil/contract/page-engine';
import type { AsyncPageEngine } from '../page/engine.ts';

export interface EngineCall {
  readonly id: number;
  readonly name: keyof PageEngine;
  readonly args: readonly unknown[];
}
export interface EngineAnswer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string; readonly code: string | undefined };
}

const BUNDLE = join(import.meta.dirname, '../../../site/preview/dist/engine.js');
/** An unused engine holds 80 MB. */
const IDLE_MS = 5 * 60_000;
const LIMITS = { maxOldGenerationSizeMb: 256 };

export const hasPageEngine = (): boolean => existsSync(BUNDLE);

/** Returns the page's engine, in a thread that runs while it is used. */
export function createPageEngine(): AsyncPageEngine {
  let worker: Worker | null = null;
  let timer: NodeJS.Timeout | undefined;
  let lastId = 0;
  const pending = new Map<number, PromiseWithResolvers<unknown>>();

  function start(): Worker {
    const started = new Worker(new URL('./page-engine-worker.ts', import.meta.url), {
      workerData: { bundle: BUNDLE },
      env: { ...process.env, NODE_ENV: 'production' },
      resourceLimits: LIMITS,
    });
    started.on('message', ({ id, result, error }: EngineAnswer) => {
      const call = pending.get(id);
      pending.delete(id);
      if (error) call?.reject(Object.assign(new Error(error.message), { code: error.code }));
      else call?.resolve(result);
    });
    // The exit follows.
    let failure: Error | null = null;
    started.on('error', (error) => {
      failure = error;
    });
    started.on('exit', () => {
      if (worker === started) worker = null;
      for (const { reject } of pending.values()) {
        reject(failure ?? new Error('The thread of the page’s engine ended.'));
      }
      pending.clear();
    });
    started.unref();
    return started;
  }

  function call(name: keyof PageEngine, args: readonly unknown[]): Promise<unknown> {
    worker ??= start();
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (pending.size === 0) void worker?.terminate();
    }, IDLE_MS).unref();
    lastId += 1;
    const answer = Promise.withResolvers<unknown>();
    pending.set(lastId, answer);
    worker.postMessage({ id: lastId, name, args } satisfies EngineCall);
    return answer.promise;
  }

  return new Proxy({} as AsyncPageEngine, {
    get:
      (_target, name) =>
      (...args: unknown[]) =>
        call(name as keyof PageEngine, args),
  });
}
