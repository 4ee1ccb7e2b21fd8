import { fitText } from '@funil/contract/fit';
import { fitVisitContext } from '@funil/contract/fit-visit-context';
import { JsonText, type Row } from '../store/capture-store.ts';

/** Who sends a request: what conversions need to know besides what the page tells. */
export interface Visitor {
  readonly address: string;
  readonly userAgent: string | undefined;
}

const USER_AGENT_LENGTH = 1000;

/** Whether an event confirms a lead or an application; no other keeps anything of its visit. */
function isConfirmation({ name, payload, lead_ref }: Row): boolean {
  if (typeof lead_ref !== 'string') return false;
  if (name === 'generate_lead') return true;
  return name === 'form_complete' && Object(payload).form === 'aplicacao';
}

/**
 * What is kept of an event's visit, with who sent it, as the column `context` takes it to the database.
 * @param visitor null: nothing is to be kept
 */
export function contextColumn(event: Row, visitor: Visitor | null): JsonText | null {
  if (visitor === null || !event.context || !isConfirmation(event)) return null;
  const context = fitVisitContext(event.context);
  if (context === null) return null;
  const user_agent = fitText(visitor.userAgent, USER_AGENT_LENGTH) || null;
  return new JsonText({ ...context, address: visitor.address, user_agent });
}
