import { explain } from '../api.ts';
import { queryClient } from '../queries.ts';
import { makeStore } from './store.ts';

export interface Offer {
  readonly label: string;
  readonly act: () => void;
}

export interface Notice {
  readonly words: string;
  readonly offer?: Offer | undefined;
  readonly isFailure?: boolean;
}

/** Notices that wait for the code that shows them. */
const waiting = makeStore<readonly Notice[]>([]);
export const useWaitingNotices = waiting.useValue;

/** Hands over the notices that wait, once. */
export function takeNotices(): readonly Notice[] {
  const taken = waiting.read();
  if (taken.length > 0) waiting.set([]);
  return taken;
}

const add = (notice: Notice) => waiting.set([...waiting.read(), notice]);

/** Says what was done, with a way back where there is one. */
export const tell = (words: string, offer?: Offer): void => add({ words, offer });

/** Says what was not done, with a remedy where there is one. */
export const warn = (words: string, offer?: Offer): void => add({ words, offer, isFailure: true });

/**
 * Makes a change and refetches the queries with these names, also after a failure, which becomes a notice.
 * @param explainWith the words for a failure
 */
export async function attempt(
  change: () => Promise<void>,
  names: readonly string[] = [],
  explainWith: (error: unknown) => string = explain,
): Promise<void> {
  try {
    await change();
  } catch (error) {
    warn(explainWith(error));
  }
  await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
}

/** Copies a text, and says so, or what to do instead. */
export const copy = (text: string, what: 'Link' | 'Segredo'): Promise<void> =>
  navigator.clipboard.writeText(text).then(
    () => tell(`${what} copiado.`),
    () => warn(`O navegador não deixou copiar. Selecione o ${what.toLowerCase()} e copie.`),
  );
