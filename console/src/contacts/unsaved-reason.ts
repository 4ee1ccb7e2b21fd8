import { makeOwnRecord } from '../parts/stored-json.ts';

/** A typed reason for a refusal, which is kept when the session ends or the page is reloaded. */
const reasonRecord = makeOwnRecord<{ readonly contactKey: string; readonly reason: string }>(
  'sessionStorage',
  'funil-console-refusal',
);

export function readUnsavedReason(operator: string, contactKey: string): string {
  const { contactKey: storedKey, reason = '' } = reasonRecord.read(operator);
  return storedKey === contactKey ? reason : '';
}

export const putUnsavedReason = (operator: string, contactKey: string, reason: string): void =>
  reasonRecord.write(operator, { contactKey, reason });

export const dropUnsavedReason = (): void => reasonRecord.write('', null);
