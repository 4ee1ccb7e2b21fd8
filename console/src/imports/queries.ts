import type { ChosenColumns, ImportKind } from '@funil/contract/imports/import-kinds';
import type { PlatformName } from '@funil/contract/sales/platforms';
import { queryOptions } from '@tanstack/react-query';
import { call, GZIP_TYPE, routeQuery } from '../api.ts';

const IMPORTS_POLL_MS = 1_000;

export const importsQuery = queryOptions({
  ...routeQuery('GET imports', ['imports'], []),
  refetchInterval: ({ state: { data } }) =>
    data?.items.some(({ state }) => state === 'running' || state === 'undoing')
      ? IMPORTS_POLL_MS
      : false,
});

/** The operator's choices for a file; null leaves a choice to the server. */
export interface ImportChoices {
  readonly kind: ImportKind | null;
  readonly columns: ChosenColumns | null;
  /** The platform of the sales in a seller's own spreadsheet; empty if Funil does not know that platform. */
  readonly platform: PlatformName | '';
}

async function toImportRequest(file: File, { kind, columns, platform }: ImportChoices) {
  const gzipStream = file.stream().pipeThrough(new CompressionStream('gzip'));
  const gzippedFile = await new Response(gzipStream).blob();
  return {
    query: {
      name: file.name.slice(-200),
      kind: kind ?? undefined,
      columns: columns === null ? undefined : JSON.stringify(columns),
      platform: kind === 'vendas' && platform !== '' ? platform : undefined,
    },
    body: new Blob([gzippedFile], { type: GZIP_TYPE }),
  };
}

export const previewFile = async (file: File, choices: ImportChoices) =>
  call('POST imports/preview', await toImportRequest(file, choices));
export const importFile = async (file: File, choices: ImportChoices) =>
  call('POST imports', await toImportRequest(file, choices));
export const undoImport = (id: number) => call('POST imports/:id/undo', { params: { id } });
