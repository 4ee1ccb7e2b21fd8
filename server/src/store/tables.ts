import { applicationDraftRowSchema, applicationRowSchema } from '@funil/contract/application';
import { eventRowSchema } from '@funil/contract/event';
import { leadRowSchema } from '@funil/contract/lead';

/** Columns the server fills from the request's headers. */
export type HeaderColumn = 'idempotency_key' | 'suspect';

/** What sets each table apart from the others; everything else is the same for all. */
export const TABLE_FACTS = {
  leads: {
    schema: leadRowSchema,
    /** Columns a client may fill, in the order they are written. */
    columns: Object.keys(leadRowSchema.shape),
    headers: ['idempotency_key', 'suspect'],
    /** The request's key stands for its one row: another row under it is a conflict. */
    hasRequestKey: true,
    /** Each row is a save with a key of its own, made where the client left it out. */
    hasSaves: false,
    /** What one who waits for the answer sends: commits of it go side by side. */
    isAwaited: true,
    /** The column of a person's number. */
    phone: 'telefone',
  },
  applications: {
    schema: applicationRowSchema,
    columns: Object.keys(applicationRowSchema.shape),
    headers: ['suspect'],
    hasRequestKey: false,
    hasSaves: true,
    isAwaited: false,
    phone: 'whatsapp',
  },
  application_drafts: {
    schema: applicationDraftRowSchema,
    columns: Object.keys(applicationDraftRowSchema.shape),
    headers: ['suspect'],
    hasRequestKey: false,
    hasSaves: true,
    isAwaited: false,
    phone: 'whatsapp',
  },
  jornada: {
    schema: eventRowSchema,
    columns: Object.keys(eventRowSchema.shape),
    headers: [],
    hasRequestKey: false,
    hasSaves: false,
    isAwaited: false,
    phone: null,
  },
} as const satisfies Record<string, TableFacts>;

interface TableFacts {
  readonly schema: unknown;
  readonly columns: readonly string[];
  readonly headers: readonly HeaderColumn[];
  readonly hasRequestKey: boolean;
  readonly hasSaves: boolean;
  readonly isAwaited: boolean;
  readonly phone: string | null;
}
