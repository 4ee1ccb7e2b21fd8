import type { ApplicationDraftRow, ApplicationRow } from '@funil/contract/contacts/application';
import type { LeadRow } from '@funil/contract/contacts/lead';
import type { OptionalLeadField } from '@funil/contract/contacts/lead-rules';
import type { EventRow } from '@funil/contract/visits/event';
import { type Dialect, type Generated, Kysely, SqliteAdapter } from 'kysely';
import type { ContactTables } from './contact-tables.ts';
import type { DeliveryTables } from './delivery-tables.ts';
import type { ImportTables } from './import-tables.ts';
import type { OperatorTables } from './operator-tables.ts';
import type { PageTables } from './page-tables.ts';
import type { PeopleTables } from './people-tables.ts';
import type { SalesTables } from './sales-tables.ts';
import type { SettingsTables } from './settings-tables.ts';
import type { SpendTables } from './spend-tables.ts';

/** No column is missing, and lists and objects are JSON text. */
type Stored<Row> = {
  [Column in keyof Row]-?: Column extends 'botoes_clicados' | 'payload' | 'respostas'
    ? string
    : Exclude<Row[Column], undefined>;
} & { created_at: Generated<string> };

interface SuspicionColumns {
  signals: Generated<string | null>;
  suspect: string | null;
}

/** Tables as both databases show them. supabase/migrations/ explains the columns. Timestamps are ISO text in UTC. */
export interface Tables
  extends SalesTables,
    DeliveryTables,
    OperatorTables,
    ContactTables,
    ImportTables,
    PeopleTables,
    SpendTables,
    SettingsTables,
    PageTables {
  leads: Stored<Omit<LeadRow, OptionalLeadField | 'respostas'>> &
    Record<OptionalLeadField, Generated<string | null>> &
    SuspicionColumns & {
      id: Generated<number>;
      idempotency_key: string | null;
      respostas: Generated<string>;
      phone_key: Generated<string | null>;
      import_id: Generated<number | null>;
      email_key: Generated<string | null>;
    };
  application_drafts: Stored<ApplicationDraftRow> & SuspicionColumns;
  applications: Omit<Tables['newest_applications'], 'respostas'> & {
    respostas: Generated<string>;
    phone_key: Generated<string | null>;
    email_key: Generated<string | null>;
  };
  /** Views of the newest row of each id. */
  newest_application_drafts: Tables['application_drafts'];
  newest_applications: Stored<ApplicationRow> & SuspicionColumns;
  questions: { key: string; label: string; options: string; position: number | null };
  changes: {
    number: Generated<number>;
    kind:
      | 'lead'
      | 'application'
      | 'draft'
      | 'abandoned'
      | 'contact'
      | 'sale'
      | 'erasure'
      | 'judged';
    key: string;
    due_at: Generated<string | null>;
  };
  /** `context` is in `visit_contexts`. */
  jornada: Stored<Omit<EventRow, 'context'>> & { signals: Generated<string | null> };
  visit_contexts: {
    lead_ref: string;
    /** JSON of a VisitContext. The database checked only that it is an object. */
    context: string;
    address: string | null;
    user_agent: string | null;
    created_at: Generated<string>;
  };
  leases: { name: string; holder: string; held_until: string };
  running_servers: {
    server: string;
    seen_at: string;
    started_at: string;
    hidden_visitor_at: Generated<string | null>;
  };
}

/** A database, or one of its transactions. */
export type Queryable = Kysely<Tables>;

export type DialectName = 'sqlite' | 'postgres';

export const dialectOf = (database: Queryable): DialectName =>
  database.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres';

export class Database extends Kysely<Tables> {
  readonly dialect: DialectName;

  constructor(dialect: Dialect) {
    super({ dialect });
    this.dialect = dialectOf(this);
  }
}

export type DatabaseAccess = 'read' | 'write';
