import type { ImportKind } from '@funil/contract/imports/import-kinds';
import type { ImportState } from '@funil/contract/imports/imports';
import type { Generated } from 'kysely';

export interface ImportTables {
  imports: {
    id: Generated<number>;
    kind: ImportKind | 'pull';
    file_name: string;
    state: Generated<ImportState>;
    new_rows: Generated<number>;
    known_rows: Generated<number>;
    changed_rows: Generated<number>;
    refused_rows: Generated<number>;
    created_at: Generated<string>;
    created_by: string;
    titles: string;
    columns: string;
    failure: Generated<string | null>;
  };
}
