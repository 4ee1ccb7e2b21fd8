import type { Endpoint } from '@funil/contract/console/deliveries';
import { readEndpoints } from '../../deliveries/webhooks/endpoints.ts';
import { toLocalTime } from '../../output/local-time.ts';
import { showListing } from '../output/listing.ts';
import { defineAction } from '../run/actions.ts';
import { READING_OPTIONS } from '../run/options.ts';
import { describeEvents } from './events.ts';

const COLUMNS = ['id', 'url', 'events', 'created_at', 'off_at', 'off_reason'];

/** Why an endpoint was switched off, for the operator. */
const REASONS: Readonly<Record<string, string>> = { gone: 'respondeu 410' };

const describeState = ({ off_at, off_reason }: Endpoint): string =>
  off_at === null
    ? 'ligado'
    : `desligado: ${REASONS[off_reason ?? ''] ?? off_reason}, ${toLocalTime(off_at)}`;

const toCells = (endpoint: Endpoint) => ({
  ...endpoint,
  events: describeEvents(endpoint.events),
  created_at: toLocalTime(endpoint.created_at),
  off_at: endpoint.off_at && toLocalTime(endpoint.off_at),
  situacao: describeState(endpoint),
});

export const list = defineAction({
  help: 'mostra os endereços cadastrados',
  access: 'read',
  options: READING_OPTIONS,
  async run({ database, ...terminal }) {
    await showListing(
      {
        async *read() {
          const endpoints = await readEndpoints(database);
          // What they are signed by is shown to nobody.
          yield endpoints.map(({ secret: _, previous: __, ...endpoint }): Endpoint => endpoint);
        },
        toCells,
        columns: COLUMNS,
        shown: ['id', 'url', 'events', 'situacao'],
        noun: ['webhook', 'webhooks'],
      },
      terminal,
    );
  },
});
