import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findOwner, preparePostgres } from './postgres-program.ts';

/** Longest that PostgreSQL may take to be made, to answer or to end, in ms. */
const TIMEOUT = 60_000;

const READY = 'database system is ready to accept connections';

/** PostgreSQL's own program on a folder of its own: made, started, stopped and started again. */
export class PostgresCluster {
  readonly #folder: string;
  readonly #port: number;
  readonly #owner = findOwner();
  readonly #program: string;
  #process: ChildProcess | undefined;

  /** @param folder where all of it may lie; the user that PostgreSQL runs as has to reach it */
  constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
    this.#program = preparePostgres(this.#owner, folder);
  }

  get #data(): string {
    return join(this.#folder, 'pg');
  }

  #spawn(program: string, args: string[]): ChildProcess {
    return spawn(join(this.#program, 'bin', program), args, {
      ...this.#owner,
      cwd: this.#folder,
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: process.env.TZ },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  async initialise(): Promise<void> {
    mkdirSync(this.#data, { recursive: true });
    const passwords = join(this.#folder, 'password');
    writeFileSync(passwords, 'password\n');
    if (this.#owner) {
      for (const path of [this.#data, passwords]) {
        chownSync(path, this.#owner.uid, this.#owner.gid);
      }
    }
    const child = this.#spawn('initdb', [
      `--pgdata=${this.#data}`,
      '--auth=password',
      '--username=postgres',
      `--pwfile=${passwords}`,
      '--no-sync',
      '--encoding=UTF8',
      '--locale=C',
    ]);
    await waitFor(child, 'initdb', () => false);
  }

  async start(): Promise<void> {
    const child = this.#spawn('postgres', [
      ...['-D', this.#data, '-p', String(this.#port), '-k', ''],
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=60'],
    ]);
    this.#process = child;
    // A test run that breaks leaves no server behind.
    const end = () => child.kill('SIGQUIT');
    process.once('exit', end);
    child.once('exit', () => process.off('exit', end));
    await waitFor(child, 'postgres', (text) => text.includes(READY));
  }

  async stop(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    this.#process = undefined;
    child.kill('SIGINT');
    await waitFor(child, 'postgres', () => false);
  }
}

/**
 * Waits until a program's words satisfy `isReady`, or it ends well.
 * @throws Error with what it said, when it ends badly or takes too long
 */
function waitFor(
  child: ChildProcess,
  name: string,
  isReady: (text: string) => boolean,
): Promise<void> {
  let said = '';
  return new Promise((resolve, reject) => {
    const giveUp = (why: string) => reject(new Error(`${name} ${why}\n${said}`));
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      giveUp(`did not answer within ${TIMEOUT / 1000} s`);
    }, TIMEOUT);
    const listen = (chunk: Buffer) => {
      said += chunk;
      if (isReady(said)) settle(resolve);
    };
    const settle = (then: () => void) => {
      clearTimeout(timer);
      child.stderr?.off('data', listen).resume();
      then();
    };
    child.stdout?.resume();
    child.stderr?.on('data', listen);
    child.once('error', (error) => settle(() => giveUp(error.message)));
    child.once('exit', (code) =>
      settle(code === 0 ? resolve : () => giveUp(`ended with code ${code}`)),
    );
  });
}
