import type { PlatformName } from '@funil/contract/platforms';
import {
  API_KEY_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  insertPath,
  type Table,
} from '@funil/contract/protocol';
import type { Deed } from '../deed.ts';
import { writeNotice } from '../notices/write-notice.ts';

/** A request as it leaves, whole, so that a repeat of it is the same. */
export interface DoorRequest {
  /** Which door, for a sentence about it. */
  readonly door: Deed['door'] | `postbacks/${PlatformName}`;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

export interface Doors {
  /** Of the server, without a slash at its end. */
  readonly url: string;
  readonly anonKey: string;
  readonly secrets: Readonly<Record<PlatformName, string | null>>;
}

export const noticeUrl = (url: string, platform: PlatformName): string =>
  `${url}/postbacks/${platform}`;

/** What the page, or a checkout's server, sends for a deed. */
export function requestOf(deed: Deed, doors: Doors): DoorRequest {
  switch (deed.door) {
    case 'jornada':
      return insert(doors, 'jornada', deed.rows);
    case 'leads':
      return insert(doors, 'leads', deed.row, deed.key);
    case 'application_drafts':
    case 'applications':
      return insert(doors, deed.door, deed.row, deed.row.save_id);
    case 'postbacks': {
      const { platform } = deed.notice.sale;
      const { headers, query, body } = writeNotice(deed.notice, doors.secrets[platform] ?? '');
      const search = new URLSearchParams(textsOf(query)).toString();
      return {
        door: `postbacks/${platform}`,
        url: noticeUrl(doors.url, platform) + (search && `?${search}`),
        headers: textsOf(headers),
        body: new Uint8Array(body),
      };
    }
  }
}

function insert({ url, anonKey }: Doors, table: Table, rows: object, key?: string): DoorRequest {
  return {
    door: table,
    url: url + insertPath(table),
    headers: {
      'content-type': 'application/json',
      prefer: 'return=minimal',
      [API_KEY_HEADER]: anonKey,
      ...(key !== undefined && { [IDEMPOTENCY_KEY_HEADER]: key }),
    },
    body: new TextEncoder().encode(JSON.stringify(rows)),
  };
}

const textsOf = (texts: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  );
