import type { RequestKind } from '@funil/contract/people/people';
import type { Generated } from 'kysely';

export interface PeopleTables {
  lgpd_requests: {
    id: Generated<number>;
    kind: RequestKind;
    contact: string;
    note: Generated<string>;
    received_at: string;
    due_at: string;
    done_at: string | null;
    done_by: string | null;
    contact_sha256: Generated<string | null>;
    erased_at: Generated<string | null>;
    version: Generated<number>;
  };
  erasure_count: { times: number };
  erasing_people: { digest: string; secret: string; until: string };
}
