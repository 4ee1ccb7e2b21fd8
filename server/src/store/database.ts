import type { ApplicationDraftRow, ApplicationRow } from '@funil/contract/application';
import type { EventRow } from '@funil/contract/event';
import type { LeadRow } from '@funil/contract/lead';
import { type Dialect, type Generated, Kysely } from 'kysely';
import type { StoreConfig } from '../config/config.ts';
import type { ConsoleTables } from './console-tables.ts';
import type { ContextTables } from './context-tables.ts';
import type { DeliveryTables } from './delivery-tables.ts';
import type { OperatorTables } from './operator-tables.ts';
import { GIVE_NO_WAY, type GiveWay } from './right-of-way.ts';
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
export interface Tables
  extends SalesTables,
    DeliveryTables,
    OperatorTables,
    ContextTables,
    ConsoleTables {
  leads: Stored<LeadRow> &
    Arrival &
    Suspected & {
      id: Generated<number>;
      idempotency_key: string | null;
      /** Null until it is written; empty where the number is too short to tell. */
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
  /** Without `context`: what came in it lies in `visit_contexts`. */
  jornada: Stored<Omit<EventRow, 'context'>> & Arrival;
}

export type DialectName = 'sqlite' | 'postgres';

/** A database to read and change by queries; it knows which SQL it speaks. */
export class Database extends Kysely<Tables> {
  readonly dialect: DialectName;
  /** Asked before each transaction that writes beside captures. */
  readonly giveWay: GiveWay;

  constructor(name: DialectName, dialect: Dialect, giveWay: GiveWay) {
    super({ dialect });
    this.dialect = name;
    this.giveWay = giveWay;
  }
}

/** Who only reads never changes a database, not even to upgrade it. */
export type Access = 'read' | 'write';

/**
 * Opens the configured database beside whatever captures, while the server runs or not.
 * @throws NoDatabaseError, OlderDatabaseError, NewerDatabaseError, or the database's own error
 */
export async function openDatabase(
  config: StoreConfig,
  access: Access,
  giveWay = GIVE_NO_WAY,
): Promise<Database> {
  if (config.databaseUrl === null) {
    const { openSqlite } = await import('./sqlite/dialect.ts');
    return new Database('sqlite', openSqlite(config.dataDir, access), giveWay);
  }
  const { openPostgres, refuseUnprepared } = await import('./postgres/dialect.ts');
  const database = new Database('postgres', openPostgres(config.databaseUrl, access), giveWay);
  try {
    await refuseUnprepared(database);
    return database;
  } catch (error) {
    await database.destroy();
    throw error;
  }
}
