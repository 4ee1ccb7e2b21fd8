/** Tells that something was committed, by whomever. */
export interface CommitWatch {
  /** Waits for the next commit, or for so long that there may have been one; ends early when stopped. */
  next(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
