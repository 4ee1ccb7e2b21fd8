import type { Finding } from '../doctor/finding.ts';
import type { PreviewResult, UploadedFile } from '../files/import-tasks.ts';
import type { ImportLease } from '../files/running-import.ts';
import type { PersonQuery } from '../leads/people/person-rows.ts';
import { limitParallel } from '../operators/limit-parallel.ts';
import type { PasswordWeakness } from '../operators/passwords.ts';
import type { AsyncPageEngine } from '../page/engine.ts';
import type { ReportData } from '../report/model.ts';
import type { ReportRequest } from '../report/read-report.ts';

/** The person to erase, and the chosen rows; null for all rows whose fields match the person. */
export interface ErasureRequest {
  readonly personQuery: PersonQuery;
  readonly rows: readonly string[] | null;
}

/** A preview of an uploaded file. */
export interface PreviewRequest extends UploadedFile {
  readonly attributionDays: number;
}
export interface ImportRequest extends PreviewRequest, UndoRequest {}
/** An import that this console holds. */
export interface UndoRequest {
  readonly attributionDays: number;
  readonly lease: ImportLease;
}

/** Work that would block the console's thread too long. */
export interface LongWork {
  /** Erases the chosen rows of a person, by their keys. Returns the number of erased rows by kind. */
  forget(request: ErasureRequest): Promise<Readonly<Record<string, number>>>;
  /** Returns the reason why a new password is refused; null if it is accepted. */
  judgePassword(password: string, email: string): Promise<PasswordWeakness | null>;
  /** Returns the doctor's findings. */
  examine(): Promise<readonly Finding[]>;
  report(request: ReportRequest): Promise<ReportData>;
  previewImport(request: PreviewRequest): Promise<PreviewResult>;
  runImport(request: ImportRequest): Promise<unknown>;
  undoImport(request: UndoRequest): Promise<unknown>;
  /** Checks, shows and writes the page's content. */
  readonly pageEngine: AsyncPageEngine;
  /** Whether the engine's bundle is built. */
  hasPageEngine(): boolean;
}

/** Returns a function that runs one task at a time, because each takes a thread's memory. */
export const createWorkQueue = () => limitParallel({ running: 1, waiting: 8 });

/** Returns a function that queues requests, and answers requests with the same JSON by one run. */
export function shareResults<Request, Result>(run: (request: Request) => Promise<Result>) {
  const queue = createWorkQueue();
  const pending = new Map<string, Promise<Result>>();
  return (request: Request): Promise<Result> => {
    const key = JSON.stringify(request);
    const result = pending.get(key) ?? queue(() => run(request)).finally(() => pending.delete(key));
    pending.set(key, result);
    return result;
  };
}
