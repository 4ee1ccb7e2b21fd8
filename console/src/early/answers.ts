/** Answers under way since before the app's code was there, by address. */
const answers = new Map<string, Promise<Response | null>>();

/** How long, in ms, such an answer may be used: a view opened later asks for what is true then. */
const LIFE = 10_000;

export function keepAnswer(address: string, answer: Promise<Response | null>): void {
  answers.set(address, answer);
  setTimeout(() => answers.delete(address), LIFE);
}

/** The answer to an address that was asked for early, for the first who wants it; null where none came. */
export async function takeAnswer(address: string): Promise<Response | null> {
  const answer = answers.get(address);
  answers.delete(address);
  return (await answer) ?? null;
}
