import type {
  DraftFile,
  DraftState,
  PageEditorResponse,
  PageVersionDetail,
  PageVersions,
  PreviewStart,
  Publication,
  PublishReview,
  StoredPicture,
} from '@funil/contract/console/page-editor';
import { queryOptions } from '@tanstack/react-query';
import { call, request } from '../api.ts';
import { queryClient } from '../queries.ts';

const POLL_INTERVAL_MS = 1_000;

/** With the time when the server was asked: what was saved after it is newer. */
export const editorQuery = queryOptions({
  queryKey: ['page', 'editor'],
  queryFn: async ({ signal }) => {
    const askedAt = performance.now();
    return { ...(await call<PageEditorResponse>('page', { signal })), askedAt };
  },
});

export const previewQuery = queryOptions({
  queryKey: ['page', 'preview'],
  queryFn: async ({ signal }) => {
    const askedAt = performance.now();
    return { ...(await call<PreviewStart>('page/preview', { signal })), askedAt };
  },
});

export const reviewQuery = queryOptions({
  queryKey: ['page', 'review'],
  queryFn: ({ signal }) => call<PublishReview>('page/review', { signal }),
  gcTime: 0,
});

export const publicationQuery = queryOptions({
  queryKey: ['page', 'publication'],
  queryFn: ({ signal }) => call<Publication>('page/publication', { signal }),
  refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? POLL_INTERVAL_MS : false),
});

export const versionsQuery = queryOptions({
  queryKey: ['page', 'versions'],
  queryFn: ({ signal }) => call<PageVersions>('page/versions', { signal }),
});

export const versionQuery = (number: number) =>
  queryOptions({
    queryKey: ['page', 'versions', number],
    queryFn: ({ signal }) => call<PageVersionDetail>(`page/versions/${number}`, { signal }),
  });

const showPublication = (publication: Publication): void => {
  queryClient.setQueryData(publicationQuery.queryKey, publication);
};

export async function publish(
  { draft }: PublishReview,
  confirmed: readonly string[],
): Promise<void> {
  const body = { draft, confirmed };
  showPublication(await call<Publication>('page/publish', { method: 'POST', body }));
}

export const restoreVersion = async (number: number): Promise<void> =>
  showPublication(await call<Publication>(`page/versions/${number}/restore`, { method: 'POST' }));

/** @param fields the names of the file's fields that are discarded */
export const discardFields = ({ key, changed_at }: DraftFile, fields: readonly string[]) =>
  call<DraftState>(`page/draft/${key}`, { method: 'DELETE', body: { changed_at, fields } });
export const discardDraft = () => call<DraftState>('page/draft', { method: 'DELETE' });

/** A part of a picture, in pixels. */
export interface Crop {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export const uploadPicture = (file: File, crop: Crop | null) =>
  call<StoredPicture>('page/pictures', {
    method: 'POST',
    query: { name: file.name.slice(-200), ...crop },
    body: file,
  });

/** By name and width. A stored picture never changes under its name. */
const pictures = new Map<string, Promise<Blob>>();

/** @param width in pixels @throws ApiError */
export function readPicture(name: string, width: number): Promise<Blob> {
  const key = `${name} ${width}`;
  const known = pictures.get(key);
  if (known) return known;
  const reading = request(`page/pictures/${name}`, { query: { width } }).then((it) => it.blob());
  pictures.set(key, reading);
  // A failed request is made again the next time.
  reading.catch(() => pictures.delete(key));
  return reading;
}
