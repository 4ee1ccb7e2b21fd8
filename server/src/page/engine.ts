import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { PageEngine } from '@funil/contract/page-engine';

/** The page's engine in another process. */
export type AsyncPageEngine = {
  readonly [Name in keyof PageEngine]: (
    ...args: Parameters<PageEngine[Name]>
  ) => Promise<Awaited<ReturnType<PageEngine[Name]>>>;
};

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
const PROCESS = join(import.meta.dirname, 'engine-process.ts');
/** An unused engine holds 80 MB. */
const IDLE_MS = 5 * 60_000;
const NODE_OPTIONS = ['--max-old-space-size=256'];
/** The process gets these variables, and none of the settings. */
const PASSED_VARIABLES = ['PATH', 'HOME', 'TMPDIR', 'SystemRoot', 'NODE_COMPILE_CACHE'];
/** One thread reads pictures, so that it reads one at a time. */
const ENGINE_ENV = {
  NODE_ENV: 'production',
  UV_THREADPOOL_SIZE: '1',
  VIPS_CONCURRENCY: '1',
  MALLOC_ARENA_MAX: '1',
};

export const hasPageEngine = (): boolean => existsSync(BUNDLE);

const readBundleTime = () => statSync(BUNDLE, { throwIfNoEntry: false })?.mtimeMs;

/** Returns the page's engine, in a process that runs while it is used: a picture may need much memory, or end it. */
export function createPageEngine(): AsyncPageEngine {
  let child: ChildProcess | null = null;
  let timer: NodeJS.Timeout | undefined;
  let lastId = 0;
  let bundleTime = readBundleTime();
  const pending = new Map<number, PromiseWithResolvers<unknown>>();

  function start(): ChildProcess {
    bundleTime = readBundleTime();
    const passed = PASSED_VARIABLES.map((name) => [name, process.env[name]]);
    const started = fork(PROCESS, [BUNDLE], {
      env: { ...Object.fromEntries(passed), ...ENGINE_ENV },
      execArgv: NODE_OPTIONS,
      serialization: 'advanced',
    });
    started.on('message', (message) => {
      const { id, result, error } = message as EngineAnswer;
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
      // A replaced process has no calls.
      if (child !== started) return;
      child = null;
      for (const { reject } of pending.values()) {
        reject(failure ?? new Error('The process of the page’s engine ended.'));
      }
      pending.clear();
    });
    started.unref();
    started.channel?.unref();
    return started;
  }

  function call(name: keyof PageEngine, args: readonly unknown[]): Promise<unknown> {
    // An upgrade builds the bundle while the server runs. A process with calls in progress stays.
    if (child && pending.size === 0 && readBundleTime() !== bundleTime) {
      child.kill();
      child = null;
    }
    child ??= start();
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (pending.size === 0) child?.kill();
    }, IDLE_MS).unref();
    lastId += 1;
    const answer = Promise.withResolvers<unknown>();
    pending.set(lastId, answer);
    child.send({ id: lastId, name, args } satisfies EngineCall);
    return answer.promise;
  }

  return new Proxy({} as AsyncPageEngine, {
    get:
      (_target, name) =>
      (...args: unknown[]) =>
        call(name as keyof PageEngine, args),
  });
}
