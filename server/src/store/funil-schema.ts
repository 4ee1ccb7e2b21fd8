import {
  IdentifierNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  type SchemableIdentifierNode,
} from 'kysely';
import type { ConsoleTables } from './console-tables.ts';
import type { DeliveryTables } from './delivery-tables.ts';
import type { OperatorTables } from './operator-tables.ts';
import type { SalesTables } from './sales-tables.ts';

type FunilTable =
  | keyof (SalesTables & DeliveryTables & OperatorTables & ConsoleTables)
  | 'visits'
  | 'visit_contexts'
  | 'visit_origins'
  | 'visit_progress'
  | 'visit_totals';

/** Tables that no API exposes. */
const FUNIL_TABLES: Readonly<Record<FunilTable, true>> = {
  outbox_events: true,
  audit: true,
  deliveries: true,
  delivery_progress: true,
  delivery_attempts: true,
  destinations: true,
  endpoints: true,
  erasure_count: true,
  erasures: true,
  followup_changes: true,
  followups: true,
  lgpd_requests: true,
  notices: true,
  operator_challenges: true,
  operator_factors: true,
  operator_links: true,
  operator_alerts: true,
  operator_known_origins: true,
  operator_recovery_codes: true,
  operator_sessions: true,
  operator_used_codes: true,
  operators: true,
  sale_keys: true,
  sale_matches: true,
  sale_milestones: true,
  sale_refunds: true,
  sales: true,
  sign_in_attempts: true,
  signing_keys: true,
  contact_origins: true,
  contact_progress: true,
  contact_search_words: true,
  contacts: true,
  templates: true,
  visit_contexts: true,
  visit_origins: true,
  visit_progress: true,
  visit_totals: true,
  visits: true,
};

class FunilSchemaTransformer extends OperationNodeTransformer {
  protected override transformSchemableIdentifier(
    ...args: Parameters<OperationNodeTransformer['transformSchemableIdentifier']>
  ): SchemableIdentifierNode {
    const node = super.transformSchemableIdentifier(...args);
    return node.schema === undefined && Object.hasOwn(FUNIL_TABLES, node.identifier.name)
      ? { ...node, schema: IdentifierNode.create('funil') }
      : node;
  }
}

const transformer = new FunilSchemaTransformer();

/** Puts the tables that no API exposes into PostgreSQL's schema `funil`; on SQLite there is one schema. */
export const funilSchema: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
  transformResult: async ({ result }) => result,
};
