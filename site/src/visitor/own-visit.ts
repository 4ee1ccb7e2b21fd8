import { localRecords, type RecordStorage } from './storage.ts';

const OWN_VISIT_STORAGE_KEY = 'funil_ignorar';

export const isOwnVisit = (storage: RecordStorage = localRecords): boolean =>
  storage.read(OWN_VISIT_STORAGE_KEY) === true;

export const markOwnVisit = (isOwn: boolean): void =>
  localRecords.write(OWN_VISIT_STORAGE_KEY, isOwn);
