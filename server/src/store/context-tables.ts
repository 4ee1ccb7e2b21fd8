import type { Generated } from 'kysely';

/** What conversions need of a visit; kept apart from its lead, and not for long. */
interface VisitContexts {
  /** Idempotency key of the lead, or id of the application. */
  lead_ref: string;
  /** JSON: the contract's VisitContext, as far as the database could see. */
  context: string;
  address: string | null;
  user_agent: string | null;
  /** ISO time in UTC. */
  created_at: Generated<string>;
}

export interface ContextTables {
  visit_contexts: VisitContexts;
}
