import type { ApplicationModalContent } from '@funil/content/schema/application-modal';
import type { InsertResult } from '../../capture/insert-row.ts';

type Texts = ApplicationModalContent['toasts']['failure'];
type Failure = Extract<InsertResult, { ok: false }>;

function reasonOf(failure: Failure): keyof Texts['reasons'] {
  if (failure.reason === 'unreachable') return 'unreachable';
  if (failure.status === 429) return 'busy';
  return failure.status >= 500 ? 'unavailable' : 'refused';
}

/** Why an application was not taken, in the visitor's words; the backend's own are English. */
export function explainFailure({ prefix, reasons, description }: Texts, failure: Failure): string {
  return failure.message ? prefix + reasons[reasonOf(failure)] : description;
}
