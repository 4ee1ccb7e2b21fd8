import { addEndpoint, type EndpointWarning } from '../../deliveries/webhooks/endpoints.ts';
import { createGuard, describeRefusal } from '../../deliveries/webhooks/guard.ts';
import { defineAction } from '../run/actions.ts';
import { OperatorError } from '../run/operator-error.ts';
import { OPTIONS } from '../run/options.ts';
import { describeEvents, readEvents } from './events.ts';

const WARNINGS: Readonly<Record<EndpointWarning, string>> = {
  unencrypted: 'Atenção: com http:// o que se envia pode ser lido no caminho; prefira https://.',
  known: 'Atenção: esse endereço já estava cadastrado; agora recebe cada aviso duas vezes.',
  'unknown-name': 'Atenção: o nome desse endereço não existe agora (DNS); confira se está certo.',
};

export const add = defineAction({
  help: 'cadastra um endereço; mostra seu id e, só desta vez, seu segredo',
  word: 'URL',
  access: 'write',
  options: { events: OPTIONS.events },
  check: ({ text }) => void readEvents(text('events')),
  async run({ database, config, words, print, note }) {
    const { word: url = '' } = words;
    const guard = createGuard(config.webhooks);
    const events = readEvents(words.text('events'));
    const added = await addEndpoint(database, { url, events }, guard);
    if (!added.ok) throw new OperatorError(describeRefusal(added));
    const { endpoint, secret, warnings } = added;
    print(`id: ${endpoint.id}\nsecret: ${secret}\n`);
    print(`url: ${endpoint.url}\nevents: ${describeEvents(endpoint.events)}\n`);
    print('Guarde o segredo agora: ele não é mostrado de novo.\n');
    for (const warning of warnings) note(`${WARNINGS[warning]}\n`);
  },
});
