export interface PageOptions {
  /** `prefers-reduced-motion: reduce`. */
  reducedMotion?: boolean;
  javaScript?: boolean;
}

export type Key = 'ArrowRight' | 'Backspace' | 'Enter' | 'Escape';

/** A position in the window, in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

/** One page without cookies or storage of other pages. */
export interface EnginePage extends AsyncDisposable {
  open(url: string): Promise<void>;
  address(): Promise<string>;
  /** Runs a synchronous function in the page; the function sees only its arguments. */
  run<Args extends unknown[], Result>(
    script: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result>;
  click(point: Point): Promise<void>;
  /** Drags from a point this many pixels to the right. */
  drag(point: Point, by: number): Promise<void>;
  /** Types into the focused element, key by key. */
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Returns the other hosts that the page requested; no request reaches them. */
  requestedHosts(): readonly string[];
}

/** A browser process for pages with the same options. */
interface Browser extends AsyncDisposable {
  openPage(): Promise<EnginePage>;
}

export interface Engine extends AsyncDisposable {
  readonly name: string;
  openPage(options?: PageOptions): Promise<EnginePage>;
}

/** Starts one browser for each combination of options, when its first page is opened. */
export function createEngine(
  name: string,
  launch: (options: PageOptions) => Promise<Browser>,
): Engine {
  const browsers = new Map<string, Promise<Browser>>();
  return {
    name,
    async openPage(options = {}) {
      const key = JSON.stringify(options);
      const browser = browsers.get(key) ?? launch(options);
      browsers.set(key, browser);
      return (await browser).openPage();
    },
    async [Symbol.asyncDispose]() {
      for (const browser of browsers.values()) await (await browser)[Symbol.asyncDispose]();
    },
  };
}

/** Limit for one step of starting, driving or ending an engine. */
export const STEP_TIMEOUT_MS = 60_000;
