import type { DraftFile, Publication, PublishReview } from '@funil/contract/page/page-editor';
import type { PictureCrop } from '@funil/contract/page/page-engine';
import { queryOptions } from '@tanstack/react-query';
import { call, readFile, routeQuery } from '../api.ts';
import { replaceData } from '../queries.ts';

const PUBLICATION_POLL_MS = 1_000;

/** Adds `askedAt`, the request's time, to the data: an edit saved after that time is newer than the data. */
const pageQueryWithTime = <Data extends object>(
  name: string,
  read: (options: { signal: AbortSignal }) => Promise<Data>,
) =>
  queryOptions({
    queryKey: ['page', name],
    meta: { tables: ['page'] },
    queryFn: async ({ signal }) => {
      const askedAt = performance.now();
      return { ...(await read({ signal })), askedAt };
    },
  });

export const editorQuery = pageQueryWithTime('editor', (options) => call('GET page', options));
export const previewQuery = pageQueryWithTime('preview', (options) =>
  call('GET page/preview', options),
);

/** @param savedAt when this device last saved all edits; part of the key, because an earlier review lacks them */
export const reviewQuery = (savedAt: string | null) =>
  queryOptions({
    ...routeQuery('GET page/review', ['page', 'review', savedAt], ['page']),
    staleTime: 0,
    gcTime: 0,
  });

export const publicationQuery = queryOptions({
  ...routeQuery('GET page/publication', ['page', 'publication'], ['page']),
  refetchInterval: ({ state: { data } }) =>
    data?.state === 'running' ? PUBLICATION_POLL_MS : false,
});

export const versionsQuery = routeQuery('GET page/versions', ['page', 'versions'], ['page']);

export const versionQuery = (number: number) =>
  routeQuery('GET page/versions/:id', ['page', 'versions', number], ['page'], {
    params: { id: number },
  });

export const testEstimateQuery = queryOptions({
  // The estimate has no tables, because it reads only whole days before today, which new rows do not change.
  ...routeQuery('GET report/test-estimate', ['page', 'test-estimate'], []),
  staleTime: 60_000,
});

const cachePublication = (publication: Publication): Promise<void> =>
  replaceData(publicationQuery, publication);

export async function publishPage({ draft }: PublishReview, confirmedWarnings: readonly string[]) {
  const body = { draft, confirmed: confirmedWarnings };
  await cachePublication(await call('POST page/publish', { body }));
}

export const restoreVersion = async (number: number): Promise<void> =>
  cachePublication(await call('POST page/versions/:id/restore', { params: { id: number } }));

export const discardFields = ({ key, changed_at }: DraftFile, fields: readonly string[]) =>
  call('DELETE page/draft/:file', {
    params: { file: key },
    body: { changed_at: changed_at ?? '', fields },
  });
export const discardDraft = ({ draft }: Pick<PublishReview, 'draft'>) =>
  call('DELETE page/draft', { body: { draft } });

export const uploadPicture = (file: File, crop: PictureCrop | null) =>
  call('POST page/pictures', { query: { name: file.name.slice(-200), ...crop }, body: file });

/** Never stale, because a stored picture never changes under its name. @param width in pixels */
export const pictureQuery = (name: string, width: number) =>
  queryOptions({
    queryKey: ['page-picture', name, width],
    meta: { tables: [] },
    queryFn: () => readFile('GET page/pictures/:name', { params: { name }, query: { width } }),
    staleTime: 'static',
    structuralSharing: false,
    retry: false,
  });
