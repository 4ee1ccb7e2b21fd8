import { localRecords, type RecordStorage } from './storage.ts';

const STORAGE_KEY = 'funil_ignorar';

/** Whether this browser is marked as the operator's own, whose visits count nowhere. */
export const isOwnVisit = (storage: RecordStorage = localRecords): boolean =>
  storage.read(STORAGE_KEY) === true;

/** Marks this browser as the operator's own, or takes the mark back. */
export const markOwnVisit = (isOwn: boolean, storage: RecordStorage = localRecords): void =>
  storage.write(STORAGE_KEY, isOwn);
