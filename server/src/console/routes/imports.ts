import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ImportKind,
  MAX_IMPORT_FILE_BYTES,
  MAX_IMPORT_UPLOAD_BYTES,
} from '@funil/contract/imports/import-kinds';
import {
  chosenColumnsSchema,
  type ImportItem,
  importFileSchema,
} from '@funil/contract/imports/imports';
import type { ListItems } from '@funil/contract/list-page';
import { MANAGEMENT } from '@funil/contract/operators/roles';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import { parseJson } from '../../http/parse-json.ts';
import type { ImportInput } from '../../imports/import-input.ts';
import {
  beginImport,
  beginUndo,
  type ImportClaim,
  type ImportLease,
} from '../../imports/import-lease.ts';
import { importFileName } from '../../imports/uploads.ts';
import type { Database } from '../../store/database.ts';
import { DISK_FULL_MESSAGE, isDiskFull } from '../../store/health/write-problem.ts';
import { invalidRefusal, notFound, RouteRefusal } from '../route-refusal.ts';
import { acceptFiles, receiveFile, sentFileSchema } from '../upload.ts';
import {
  type AddRoute,
  createAddRoute,
  type DataCall,
  numericIdParams,
  type RouteDependencies,
} from './data-route.ts';

const MAX_LISTED_IMPORTS = 50;

export function addImportRoutes(addRoute: AddRoute, deps: RouteDependencies, app: FastifyInstance) {
  addRoute('GET imports', { roles: MANAGEMENT }, () => listImports(deps.database));
  addRoute(
    'POST imports/:id/undo',
    { roles: MANAGEMENT, params: numericIdParams },
    async (call) => {
      const lease = await leaseOrUndoDead(deps, await beginUndo(deps, Number(call.params.id)));
      if (lease instanceof RouteRefusal) return lease;
      // The undoing begins before the audit trail is written, so that a failure to write it does not keep the lease.
      undoInBackground(deps, lease);
      await call.audit('import.undone');
      return undefined;
    },
  );
  app.register(async (uploadApp) => addUploadRoutes(uploadApp, deps));
}

async function listImports(database: Database): Promise<ListItems<ImportItem>> {
  const items = await database
    .selectFrom('imports')
    .select(['id', 'kind', 'file_name', 'state', 'created_at', 'created_by', 'failure'])
    .select(['new_rows as new', 'known_rows as known', 'changed_rows as changed'])
    .select('refused_rows as refused')
    .where('kind', '<>', 'pull')
    .$narrowType<{ kind: ImportKind }>()
    .orderBy('id', 'desc')
    .limit(MAX_LISTED_IMPORTS)
    .execute();
  return { items };
}

function leaseOrUndoDead(deps: RouteDependencies, claim: ImportClaim): ImportLease | RouteRefusal {
  if (claim.outcome === 'claimed') return claim.lease;
  if (claim.outcome === 'missing') return notFound();
  // The import in the way belongs to a process that has died, so it is undone.
  if (claim.outcome === 'dead') undoInBackground(deps, claim.lease);
  return new RouteRefusal('busy', 'Outra importação está em andamento. Espere ela terminar.');
}

/** Undoes an import after the response. If this fails, the job for imports of dead processes tries again. */
const undoInBackground = (
  { longTasks, attributionDays }: RouteDependencies,
  lease: ImportLease,
  failure?: string,
) => void longTasks.undoImport({ attributionDays, lease, failure }).catch(() => undefined);

const IMPORT_UPLOAD = {
  types: /^(?:text\/csv|application\/gzip)$/,
  extensionOf: () => 'csv',
  maxBytes: MAX_IMPORT_UPLOAD_BYTES,
  maxUnpackedBytes: MAX_IMPORT_FILE_BYTES,
  remedy: 'Exporte um período menor, ou peça a quem cuida do servidor que o importe.',
};

function addUploadRoutes(app: FastifyInstance, deps: RouteDependencies) {
  const { longTasks, attributionDays, uploadDir } = deps;
  acceptFiles(app, IMPORT_UPLOAD);
  const addRoute = createAddRoute(app, deps);
  const uploadOptions = { ...IMPORT_UPLOAD, folder: uploadDir };
  const routeOptions = { roles: MANAGEMENT, query: importFileSchema, body: sentFileSchema };
  addRoute('POST imports/preview', routeOptions, (call) =>
    receiveFile(call, uploadOptions, async (path) => {
      const input = toImportInput(call.query);
      if (input instanceof RouteRefusal) return input;
      const { tax } = deps.settings.config.spend;
      const result = await longTasks.previewImport({ ...input, path, attributionDays, tax });
      return result.ok ? result.preview : invalidRefusal('file', result.message);
    }),
  );
  const startImport = async (
    { query, operator, audit }: DataCall<unknown, z.infer<typeof importFileSchema>>,
    sentPath: string,
  ) => {
    const input = toImportInput(query);
    if (input instanceof RouteRefusal) return input;
    const { kind, name: fileName } = query;
    if (kind === undefined) return invalidRefusal('kind');
    const claim = await beginImport(deps, { kind, fileName, by: operator.email });
    const lease = leaseOrUndoDead(deps, claim);
    if (lease instanceof RouteRefusal) return lease;
    // The file's name comes from the import, so that undoing it removes the file if this process dies.
    const path = join(uploadDir, importFileName(lease.id));
    try {
      await rename(sentPath, path);
      await audit('import.started');
    } catch (error) {
      await rm(path, { force: true });
      undoInBackground(deps, lease);
      throw error;
    }
    // Runs on after the response. A failed import is undone; the list shows its state.
    void longTasks
      .runImport({ ...input, path, attributionDays, lease })
      .catch((error: unknown) => error)
      .finally(() => rm(path, { force: true }))
      // A full disk may have room for the undoing only now.
      .then(
        (error) => error && isDiskFull(error) && undoInBackground(deps, lease, DISK_FULL_MESSAGE),
      );
    return { id: lease.id };
  };
  addRoute('POST imports', routeOptions, (call) =>
    receiveFile(call, uploadOptions, (path) => startImport(call, path)),
  );
}

function toImportInput(
  query: z.infer<typeof importFileSchema>,
): Omit<ImportInput, 'path'> | RouteRefusal {
  const { columns } = query;
  const [kind, platform] = [query.kind ?? null, query.platform ?? null];
  if (columns === undefined) return { choice: { kind, columns: null }, platform };
  const parsedColumns = chosenColumnsSchema.safeParse(parseJson(columns));
  return parsedColumns.success
    ? { choice: { kind, columns: parsedColumns.data }, platform }
    : invalidRefusal('columns');
}
