// A thread or process calls functions of another by name.
import { parentPort } from 'node:worker_threads';

export type RemoteFunctions<Functions> = {
  readonly [Name in keyof Functions]: Functions[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never;
};

interface CallMessage {
  readonly id: number;
  readonly name: string;
  readonly args: readonly never[];
}
interface CallAnswer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: {
    readonly message: string;
    readonly code: string | undefined;
    readonly stack: string | undefined;
  };
}

export function makeCalls<Functions>(send: (call: CallMessage) => void) {
  let lastId = 0;
  const pendingCallsById = new Map<number, PromiseWithResolvers<unknown>>();
  const call = (name: string, args: readonly never[]) => {
    lastId += 1;
    send({ id: lastId, name, args });
    const pendingCall = Promise.withResolvers<unknown>();
    pendingCallsById.set(lastId, pendingCall);
    return pendingCall.promise;
  };
  return {
    functions: new Proxy({} as RemoteFunctions<Functions>, {
      get:
        (_target, name) =>
        (...args: never[]) =>
          call(String(name), args),
    }),
    isIdle: () => pendingCallsById.size === 0,
    receive(message: unknown) {
      const { id, result, error } = message as CallAnswer;
      const pendingCall = pendingCallsById.get(id);
      pendingCallsById.delete(id);
      if (error) pendingCall?.reject(Object.assign(new Error(error.message), error));
      else pendingCall?.resolve(result);
    },
    fail(error: Error) {
      for (const { reject } of pendingCallsById.values()) reject(error);
      pendingCallsById.clear();
    },
  };
}

export function answerCalls<Functions extends object>(functions: Functions): void {
  const send = (answer: CallAnswer) =>
    parentPort ? parentPort.postMessage(answer) : process.send?.(answer);
  const runCall = async ({ name, args }: CallMessage): Promise<unknown> => {
    const run = (functions as Record<string, (...given: readonly never[]) => unknown>)[name];
    if (!run) throw new Error(`There is no function ${name}.`);
    return run(...args);
  };
  (parentPort ?? process).on('message', (call: CallMessage) => {
    const { id } = call;
    runCall(call).then(
      (result) => send({ id, result }),
      ({ message, code, stack }: NodeJS.ErrnoException) =>
        send({ id, error: { message, code, stack } }),
    );
  });
}
