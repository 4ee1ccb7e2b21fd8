import type { ChosenColumns, ImportKind } from '@funil/contract/imports/imports';
import type { PlatformName } from '@funil/contract/sales/platforms';
import { queryOptions } from '@tanstack/react-query';
import { call, GZIP_TYPE, routeQuery } from '../api.ts';

const IMPORTS_POLL_MS = 1_000;

/** Polled while an import is running or being undone. */
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
  /** The platform of sales in a file that no platform exported; empty for a platform that Funil does not know. */
  readonly platform: PlatformName | '';
}

async function packFile(file: File, { kind, columns, platform }: ImportChoices) {
  const content = file.stream().pipeThrough(new CompressionStream('gzip'));
  const packed = await new Response(content).blob();
  return {
    query: {
      name: file.name.slice(-200),
      kind: kind ?? undefined,
      columns: columns === null ? undefined : JSON.stringify(columns),
      platform: kind === 'vendas' && platform !== '' ? platform : undefined,
    },
    body: new Blob([packed], { type: GZIP_TYPE }),
  };
}

export const previewFile = async (file: File, choices: ImportChoices) =>
  call('POST imports/preview', await packFile(file, choices));
export const importFile = async (file: File, choices: ImportChoices) =>
  call('POST imports', await packFile(file, choices));
export const undoImport = (id: number) => call('POST imports/:id/undo', { params: { id } });
