export type EngineKey = 'ArrowRight' | 'Backspace' | 'Enter' | 'Escape';

/** A position in the window, in CSS pixels. */
export interface WindowPoint {
  x: number;
  y: number;
}

/** A page without cookies or storage of other pages. */
export interface EnginePage extends AsyncDisposable {
  open(url: string): Promise<void>;
  /** Does not wait for the earlier page to load. */
  goBack(): Promise<void>;
  address(): Promise<string>;
  run<Args extends unknown[], Result>(
    script: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result>;
  click(point: WindowPoint): Promise<void>;
  /** Drags from a point to the right. */
  drag(point: WindowPoint, distancePx: number): Promise<void>;
  /** Types into the focused element, key by key. */
  type(text: string): Promise<void>;
  press(key: EngineKey): Promise<void>;
}

export interface Engine extends AsyncDisposable {
  openPage(): Promise<EnginePage>;
}

/** Limits one step of starting, driving or ending an engine. */
export const STEP_TIMEOUT_MS = 5 * 60_000;
