import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { HANG_MS, withTimeout } from '../with-timeout.ts';

type Step = 'connect' | 'auth' | 'from' | 'to' | 'data';

export interface SmtpOptions {
  /** Default: `none`. `tls` encrypts from the first byte. */
  readonly tls?: 'none' | 'starttls' | 'tls';
  readonly login?: { readonly user: string; readonly password: string };
  /** The step that the server answers with an error. With `only`, the server refuses only that recipient. */
  readonly refusal?: SmtpRefusal | null;
  readonly silent?: Step;
  readonly greetsAfter?: Promise<void>;
  /** The step at which the server closes the connection, without TLS; at `data`, after the complete message. */
  readonly drops?: Step;
}

interface SmtpRefusal {
  readonly at: Step;
  readonly code: number;
  readonly text: string;
  readonly only?: string;
}

interface ReceivedMail {
  readonly mail: Email;
  readonly raw: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly isSecure: boolean;
}

type Answer = (error?: Error | null) => void;

export async function startSmtp(options: SmtpOptions = {}) {
  const received: ReceivedMail[] = [];
  const waiters = new Set<() => void>();
  const sockets = new Set<Socket>();
  const counts = { connections: 0, messages: 0 };
  let { refusal = null }: { refusal?: (SmtpRefusal & { isOnce?: boolean }) | null } = options;

  /** Applies the configured behavior to a step; returns whether the behavior replaces the usual answer. */
  function intervene(step: Step, answer: Answer, recipient?: string): boolean {
    if (options.silent === step) return true;
    if (options.drops === step) {
      for (const socket of sockets) socket.destroy();
      return true;
    }
    const isRefused = refusal?.at === step && (!refusal.only || refusal.only === recipient);
    if (!refusal || !isRefused) return false;
    answer(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
    if (refusal.isOnce) refusal = options.refusal ?? null;
    return true;
  }

  async function receive(raw: string, session: SMTPServerSession) {
    const { mailFrom, rcptTo } = session.envelope;
    received.push({
      mail: await PostalMime.parse(raw),
      raw,
      from: mailFrom ? mailFrom.address : '',
      to: rcptTo.map(({ address }) => address),
      isSecure: session.secure,
    });
    for (const resolveIfComplete of waiters) resolveIfComplete();
  }

  const server = new SMTPServer({
    ...makeTls(options),
    authOptional: !options.login,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 1,
    async onConnect(_session, answer) {
      if (intervene('connect', answer)) return;
      await options.greetsAfter;
      answer();
    },
    onAuth({ username, password }, _session, answer) {
      if (intervene('auth', answer)) return;
      const { login } = options;
      const isRight = username === login?.user && password === login?.password;
      if (isRight) return answer(null, { user: username });
      answer(new Error('5.7.8 Username and Password not accepted.'));
    },
    onMailFrom: (_address, _session, answer) => void (intervene('from', answer) || answer()),
    onRcptTo: ({ address }, _session, answer) =>
      void (intervene('to', answer, address) || answer()),
    async onData(stream, session, answer) {
      let raw: string;
      try {
        raw = (await stream.setEncoding('utf8').toArray()).join('');
      } catch {
        // A message that the connection's end cuts off does not count.
        return;
      }
      counts.messages += 1;
      if (intervene('data', answer)) return;
      await receive(raw, session);
      answer();
    },
  });
  // Some tests abort connections.
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    counts.connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;

  return {
    port,
    counts,
    received,
    url(host = '127.0.0.1') {
      const login = options.login;
      const user = login
        ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@`
        : '';
      return `${options.tls === 'tls' ? 'smtps' : 'smtp'}://${user}${host}:${port}`;
    },
    refuseOnce: (next: SmtpRefusal) => {
      refusal = { ...next, isOnce: true };
    },
    /** Waits for `count` messages and returns all of them. */
    async messages(count: number): Promise<readonly ReceivedMail[]> {
      const { promise, resolve } = Promise.withResolvers<void>();
      const resolveIfComplete = () => {
        if (received.length >= count) resolve();
      };
      waiters.add(resolveIfComplete);
      resolveIfComplete();
      await withTimeout(HANG_MS, `${count} messages arrive`, promise);
      waiters.delete(resolveIfComplete);
      return received;
    },
    async [Symbol.asyncDispose]() {
      // Node crashes if the socket below a TLS socket is destroyed first; close() keeps the order.
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Returns the settings of TLS; smtp-server brings a self-signed certificate. */
function makeTls({ tls = 'none' }: SmtpOptions): SMTPServerOptions {
  switch (tls) {
    case 'tls':
      return { secure: true };
    case 'starttls':
      return {};
    case 'none':
      return { disabledCommands: ['STARTTLS'] };
  }
}
