/** How a visit differs from the usual one. */
export interface VisitOptions {
  /** `prefers-reduced-motion: reduce`. */
  reducedMotion?: boolean;
  javaScript?: boolean;
}

export type Key = 'ArrowRight' | 'Backspace' | 'Enter' | 'Escape';

/** A place in the window, in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

/** One page without a past. */
export interface Visit extends AsyncDisposable {
  open(url: string): Promise<void>;
  address(): Promise<string>;
  /** Runs a synchronous function in the page; it sees its arguments alone. */
  run<Args extends unknown[], Result>(
    script: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result>;
  click(point: Point): Promise<void>;
  /** Presses at a point and lets go this many pixels to its right. */
  drag(point: Point, by: number): Promise<void>;
  /** Key by key, into what has the focus. */
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Hosts beyond this machine that the page asked for: none answers, so no test needs a network. */
  askedHosts(): readonly string[];
}

/** A browser process for one kind of visit. */
interface Browser extends AsyncDisposable {
  visit(): Promise<Visit>;
}

export interface Engine extends AsyncDisposable {
  readonly name: string;
  visit(options?: VisitOptions): Promise<Visit>;
}

/** Starts a browser for each kind of visit when the first of its kind comes. */
export function createEngine(
  name: string,
  launch: (options: VisitOptions) => Promise<Browser>,
): Engine {
  const browsers = new Map<string, Promise<Browser>>();
  return {
    name,
    async visit(options = {}) {
      const kind = JSON.stringify(options);
      const browser = browsers.get(kind) ?? launch(options);
      browsers.set(kind, browser);
      return (await browser).visit();
    },
    async [Symbol.asyncDispose]() {
      for (const browser of browsers.values()) await (await browser)[Symbol.asyncDispose]();
    },
  };
}

/** Longest wait for one step of starting, driving or ending an engine. */
export const STEP_TIMEOUT_MS = 60_000;
