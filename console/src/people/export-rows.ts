import { addressOf, download } from '../api.ts';
import { personPath } from './people-queries.ts';

/** Saves rows of a person as a file. */
export const exportRows = (key: string, rows: readonly string[]): Promise<void> =>
  download(addressOf(`${personPath(key)}/export`), 'pessoa.json', {
    method: 'POST',
    body: { rows },
  });
