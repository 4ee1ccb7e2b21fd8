import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { findPort } from '../../testkit/find-port.ts';
import { within } from '../../testkit/within.ts';
import { PATIENCE } from './engine.ts';

async function end(child: ChildProcess, name: string): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await within(PATIENCE, `${name} ends`, ended);
}

/** Rejects when the program cannot be started, or ends. */
function failure(child: ChildProcess, name: string): Promise<never> {
  const failed = new Promise<never>((_resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`${name} ended: ${code ?? signal}`)));
  });
  // Its end after the start is nobody's failure.
  failed.catch(() => {});
  return failed;
}

/** A screen that nobody sees. Its name is for the environment's `DISPLAY`. */
export async function startDisplay(size: string) {
  const args = ['-displayfd', '3', '-screen', '0', `${size}x24`, '-nolisten', 'tcp'];
  const child = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const output = child.stdio[3] as Readable;
  const number = new Promise((resolve) => output.once('data', (text) => resolve(`${text}`.trim())));
  try {
    const ready = await within(
      PATIENCE,
      'Xvfb is ready',
      Promise.race([number, failure(child, 'Xvfb')]),
    );
    return { name: `:${ready}`, [Symbol.asyncDispose]: () => end(child, 'Xvfb') };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const answer = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
  });
}

/** A WebDriver server of its own on a free port. */
export async function startDriver(path: string, env: Record<string, string>) {
  const port = await findPort();
  const child = spawn(path, [`--port=${port}`], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  let ended: Error | undefined;
  failure(child, path).catch((error: Error) => {
    ended = error;
  });
  const limit = Date.now() + PATIENCE;
  while (!(await isListening(port))) {
    if (ended) throw ended;
    if (Date.now() > limit) {
      await end(child, path);
      throw new Error(`${path} does not listen after ${PATIENCE} ms`);
    }
    await pause(50);
  }
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => end(child, path) };
}
