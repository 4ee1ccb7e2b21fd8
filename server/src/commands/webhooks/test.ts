import { createGuard } from '../../deliveries/webhooks/guard.ts';
import { type Tested, testEndpoint, testedType } from '../../deliveries/webhooks/test-endpoint.ts';
import { cleanText } from '../output/terminal-text.ts';
import { defineAction } from '../run/actions.ts';
import { OPTIONS } from '../run/options.ts';
import { readEvents } from './events.ts';
import { requireEndpoint } from './require-endpoint.ts';

function describe(type: string, { id, outcome, took }: Tested): string {
  const status = outcome.status === null ? 'sem resposta' : `status ${outcome.status}`;
  const word = outcome.result === 'delivered' ? 'entregue' : 'falhou';
  const answer = outcome.answer === '' ? '' : `  ${cleanText(outcome.answer)}\n`;
  return `${type}: ${word}, ${status}, ${took} ms, webhook-id ${id}\n${answer}`;
}

export const test = defineAction({
  help: 'envia agora um exemplo, assinado, com data.test: true',
  word: 'ID',
  access: 'read',
  options: { events: OPTIONS.events },
  check: ({ text }) => void readEvents(text('events')),
  async run({ database, config, words, print, fail }) {
    const { word: id = '' } = words;
    const endpoint = await requireEndpoint(database, id);
    const asked = readEvents(words.text('events'));
    const guard = createGuard(config.webhooks);
    for (const type of asked.length === 0 ? [testedType(endpoint)] : asked) {
      const tested = await testEndpoint({ endpoint, type, guard });
      if (tested.outcome.result !== 'delivered') fail();
      print(describe(type, tested));
    }
  },
});
