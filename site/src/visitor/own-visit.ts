import { localRecords, type RecordStorage } from './storage.ts';

const STORAGE_KEY = 'funil_ignorar';

export const isOwnVisit = (storage: RecordStorage = localRecords): boolean =>
  storage.read(STORAGE_KEY) === true;

export const markOwnVisit = (isOwn: boolean): void => localRecords.write(STORAGE_KEY, isOwn);
