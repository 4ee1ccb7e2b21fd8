import { type Attempt, readAttempts } from '../../deliveries/list-deliveries.ts';
import { destinationOf, findEndpoint, isId } from '../../deliveries/webhooks/endpoints.ts';
import { toLocalTime } from '../../output/local-time.ts';
import { showListing } from '../output/listing.ts';
import { defineAction } from '../run/actions.ts';
import { READING_OPTIONS } from '../run/options.ts';
import { noEndpoint } from './require-endpoint.ts';

const MOST = 50;
const COLUMNS = ['tried_at', 'type', 'delivery', 'state', 'status', 'took', 'answer'];

const toCells = (one: Attempt) => ({ ...one, tried_at: toLocalTime(one.tried_at) });

export const log = defineAction({
  help: 'mostra as últimas tentativas de um webhook, ou de uma entrega',
  word: 'ID',
  access: 'read',
  options: READING_OPTIONS,
  async run({ database, ...terminal }) {
    const { word: id = '' } = terminal.words;
    const endpoint = await findEndpoint(database, id);
    const of = endpoint ? { destination: destinationOf(endpoint.id) } : { delivery: id };
    const tries = isId(id) ? await readAttempts(database, of, MOST) : [];
    if (!endpoint && tries.length === 0) throw noEndpoint(id);
    await showListing(
      {
        async *read() {
          yield tries;
        },
        toCells,
        columns: COLUMNS,
        shown: ['tried_at', 'type', 'delivery', 'state', 'status', 'took', 'answer'],
        noun: ['tentativa', 'tentativas'],
      },
      terminal,
    );
  },
});
