/** How a visit differs from the usual one. */
export interface VisitOptions {
  /** `prefers-reduced-motion: reduce`. */
  reducedMotion?: boolean;
  javaScript?: boolean;
}

export type Key = 'ArrowLeft' | 'ArrowRight' | 'Backspace' | 'Enter' | 'Escape';

/** One page without a past. Elements are named by XPath, which both protocols take. */
export interface Visit extends AsyncDisposable {
  open(url: string): Promise<void>;
  address(): Promise<string>;
  /** Runs a synchronous function in the page; it sees its arguments alone. */
  run<Args extends unknown[], Result>(
    script: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result>;
  click(xpath: string): Promise<void>;
  /** Presses on the element's middle and lets go this many pixels beside it. */
  drag(xpath: string, by: number): Promise<void>;
  choose(xpath: string, option: string): Promise<void>;
  /** Key by key, into what has the focus. */
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Hosts beyond this machine that the page asked for: none answers, so no test needs a network. */
  askedHosts(): readonly string[];
}

export interface Engine extends AsyncDisposable {
  name: string;
  visit(options?: VisitOptions): Promise<Visit>;
}

/** Longest wait for one step of starting, driving or ending an engine, in ms. */
export const PATIENCE = 60_000;
