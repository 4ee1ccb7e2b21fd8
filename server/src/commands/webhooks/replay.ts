import type { Endpoint } from '@funil/contract/console/deliveries';
import { replayAll, replayOne } from '../../deliveries/replay.ts';
import { destinationOf, findEndpoint, isId } from '../../deliveries/webhooks/endpoints.ts';
import type { Database } from '../../store/database.ts';
import { describeReplay, describeReplays } from '../deliveries/describe-replay.ts';
import { defineAction } from '../run/actions.ts';
import { periodOf } from '../run/days.ts';
import { OperatorError } from '../run/operator-error.ts';
import { OPTIONS } from '../run/options.ts';
import { noEndpoint } from './require-endpoint.ts';

const sinceOf = (first: string | undefined) => periodOf({ first, last: undefined }).from;

export const replay = defineAction({
  help: 'envia de novo uma entrega; ou, de um webhook, as perdidas, e com --desde todas desde o dia',
  word: 'ID',
  access: 'write',
  options: { desde: OPTIONS.desde },
  check: ({ text }) => void sinceOf(text('desde')),
  async run({ database, words, print }) {
    const { word: id = '' } = words;
    const since = sinceOf(words.text('desde'));
    const endpoint = await findEndpoint(database, id);
    if (endpoint) return print(describeReplays(await replayEndpoint(database, endpoint, since)));
    if (!isId(id)) throw noEndpoint(id);
    if (since !== null) throw new OperatorError('--desde vale com o id de um webhook.');
    const now = new Date().toISOString();
    print(describeReplay(id, await replayOne(database, id.toLowerCase(), now)));
  },
});

function replayEndpoint(database: Database, { id, off_at }: Endpoint, since: string | null) {
  if (off_at !== null) {
    throw new OperatorError(
      'Esse webhook está desligado, porque respondeu 410: cadastre-o de novo.',
    );
  }
  return replayAll(database, {
    since,
    destination: destinationOf(id),
    states: since === null ? ['dead'] : ['dead', 'delivered'],
    now: new Date().toISOString(),
  });
}
