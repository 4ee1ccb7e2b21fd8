import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MINUTE_MS } from '@funil/contract/durations';
import type { PageEngine } from '@funil/contract/page/page-engine';
import { makeCalls, type RemoteFunctions } from '../threads/calls.ts';

export type AsyncPageEngine = RemoteFunctions<PageEngine>;

const ENGINE_BUNDLE = join(import.meta.dirname, '../../../site/preview/dist/engine.js');
const ENGINE_PROCESS = join(import.meta.dirname, 'engine-process.ts');
/** An engine without an answer for this time ends: it is idle and holds 80 MB, or it hangs. */
const MAX_ENGINE_SILENCE_MS = 5 * MINUTE_MS;
const NODE_OPTIONS = ['--max-old-space-size=256'];
/** The only variables that the engine's process gets, so that it has no secrets. */
const ENGINE_VARIABLES = ['PATH', 'HOME', 'TMPDIR', 'SystemRoot', 'NODE_COMPILE_CACHE'];
/** With a single thread, the process reads one picture at a time. */
const ENGINE_ENV = {
  NODE_ENV: 'production',
  UV_THREADPOOL_SIZE: '1',
  VIPS_CONCURRENCY: '1',
  MALLOC_ARENA_MAX: '1',
};

export const hasPageEngine = (): boolean => existsSync(ENGINE_BUNDLE);

const ENGINE_HUNG_MESSAGE =
  'O editor da página parou de responder e foi reiniciado. Tente de novo; se falhar outra vez, avise quem cuida do servidor.';

/** The engine was ended because it did not answer. The message is for the operator. */
export class HungEngineError extends Error {}

/** Runs the page's engine in another process, because a picture may need much memory or crash the process. */
export function createPageEngine({
  bundle = ENGINE_BUNDLE,
  maxSilenceMs = MAX_ENGINE_SILENCE_MS,
} = {}): AsyncPageEngine {
  const readBundleTime = () => statSync(bundle, { throwIfNoEntry: false })?.mtimeMs;
  let child: ChildProcess | null = null;
  let timer: NodeJS.Timeout | undefined;
  let bundleTime = readBundleTime();
  const calls = makeCalls<PageEngine>((call) => {
    // The process is replaced, when no call is running, if an upgrade has built a new bundle.
    if (child && calls.isIdle() && readBundleTime() !== bundleTime) {
      child.kill();
      child = null;
    }
    child ??= start();
    // While calls wait, only an answer gives the engine more time.
    if (calls.isIdle()) endWhenSilent();
    child.send(call);
  });

  function endWhenSilent() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      child?.kill('SIGKILL');
      if (calls.isIdle()) child = null;
    }, maxSilenceMs).unref();
  }

  function start(): ChildProcess {
    bundleTime = readBundleTime();
    const passed = ENGINE_VARIABLES.map((name) => [name, process.env[name]]);
    const started = fork(ENGINE_PROCESS, [bundle], {
      env: { ...Object.fromEntries(passed), ...ENGINE_ENV },
      execArgv: NODE_OPTIONS,
      serialization: 'advanced',
    });
    started.on('message', (answer) => {
      calls.receive(answer);
      endWhenSilent();
    });
    // The calls are not rejected here, because the event `exit` follows and rejects them.
    let failure = new Error('The process of the page’s engine ended.');
    started.on('error', (error) => {
      failure = error;
    });
    started.on('exit', () => {
      if (child !== started) return;
      child = null;
      calls.fail(started.killed ? new HungEngineError(ENGINE_HUNG_MESSAGE) : failure);
    });
    started.unref();
    started.channel?.unref();
    return started;
  }

  return calls.functions;
}
