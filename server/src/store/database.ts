import type { ApplicationDraftRow, ApplicationRow } from '@funil/contract/application';
import type { EventRow } from '@funil/contract/event';
import type { LeadRow } from '@funil/contract/lead';
import { type Dialect, type Generated, Kysely, SqliteAdapter } from 'kysely';
import type { YieldToCaptures } from './capture-priority.ts';
import type { ConsoleTables } from './console-tables.ts';
import type { DeliveryTables } from './delivery-tables.ts';
import { funilSchema } from './funil-schema.ts';
import type { OperatorTables } from './operator-tables.ts';
import type { SalesTables } from './sales-tables.ts';

/** A contract's row as it is stored: nothing is absent, lists and objects are JSON text. */
type Stored<Row> = {
  [Column in keyof Row]-?: Column extends 'botoes_clicados' | 'payload'
    ? string
    : Exclude<Row[Column], undefined>;
};

interface Arrival {
  created_at: Generated<string>;
}

interface Suspected {
  suspect: string | null;
}

type NewestApplication = Stored<ApplicationRow> & Arrival & Suspected;

/** The tables as both databases show them: the contract's rows and what storing adds; moments are ISO text. */
export interface Tables extends SalesTables, DeliveryTables, OperatorTables, ConsoleTables {
  leads: Stored<LeadRow> &
    Arrival &
    Suspected & {
      id: Generated<number>;
      idempotency_key: string | null;
      /** Null until it is written; empty if the number makes no key. */
      phone_key: Generated<string | null>;
    };
  application_drafts: Stored<ApplicationDraftRow> & Arrival & Suspected;
  applications: NewestApplication & {
    phone_key: Generated<string | null>;
    email_key: Generated<string | null>;
  };
  /** Views of the rows that count: the newest of each id. */
  newest_application_drafts: Tables['application_drafts'];
  newest_applications: NewestApplication;
  /** Without `context`, which is stored in `visit_contexts`. */
  jornada: Stored<Omit<EventRow, 'context'>> & Arrival;
  visit_contexts: Arrival & {
    /** Idempotency key of the lead, or id of the application. */
    lead_ref: string;
    /** JSON of the contract's VisitContext; the database checked only that it is an object. */
    context: string;
    address: string | null;
    user_agent: string | null;
  };
}

export type DialectName = 'sqlite' | 'postgres';

/** Returns which SQL a database, or one of its connections or transactions, speaks. */
export const dialectOf = (database: Kysely<Tables>): DialectName =>
  database.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres';

/** A database for queries. */
export class Database extends Kysely<Tables> {
  readonly dialect: DialectName;
  /** Called before each transaction that writes beside captures. */
  readonly yieldToCaptures: YieldToCaptures;

  constructor(name: DialectName, dialect: Dialect, yieldToCaptures: YieldToCaptures) {
    super({ dialect, plugins: name === 'postgres' ? [funilSchema] : [] });
    this.dialect = name;
    this.yieldToCaptures = yieldToCaptures;
  }
}

/** `read` never changes a database, not even to upgrade it. */
export type Access = 'read' | 'write';
