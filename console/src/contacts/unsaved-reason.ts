import { makeOperatorRecord, readStored } from '../parts/stored-json.ts';

interface UnsavedReason {
  readonly contactKey: string;
  readonly reason: string;
}

const STORED_UNDER = ['sessionStorage', 'funil-console-refusal'] as const;
/** The newest typed reason for a refusal, which is kept when the session ends or the page is reloaded. */
const reasonRecord = makeOperatorRecord<UnsavedReason>(...STORED_UNDER);

export function readUnsavedReason(operator: string, contactKey: string): string {
  const { contactKey: storedKey, reason = '' } = reasonRecord.read(operator);
  return storedKey === contactKey ? reason : '';
}

export const putUnsavedReason = (operator: string, contactKey: string, reason: string): void =>
  reasonRecord.write(operator, { contactKey, reason });

/** Without a contact, drops the reason whomever it is for. */
export function dropUnsavedReason(contactKey?: string): void {
  const { contactKey: storedKey } = readStored<UnsavedReason>(...STORED_UNDER);
  if (contactKey === undefined || contactKey === storedKey) reasonRecord.write('', null);
}
