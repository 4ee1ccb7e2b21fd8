import { describeRotated, rotateSecret } from '../../deliveries/webhooks/endpoints.ts';
import { toLocalTime } from '../../output/local-time.ts';
import { defineAction } from '../run/actions.ts';
import { OperatorError } from '../run/operator-error.ts';
import { noEndpoint } from './require-endpoint.ts';

export const rotate = defineAction({
  help: 'troca o segredo; por 24 horas o anterior também assina',
  word: 'ID',
  access: 'write',
  options: {},
  async run({ database, words: { word: id = '' }, print }) {
    const rotated = await rotateSecret(database, id);
    if (!rotated.ok) {
      throw rotated.reason === 'unknown'
        ? noEndpoint(id)
        : new OperatorError(describeRotated(rotated.until));
    }
    print(`id: ${id}\nsecret: ${rotated.secret}\n`);
    print(`O segredo anterior também vale até ${toLocalTime(rotated.previousUntil)}.\n`);
    print('Guarde o segredo agora: ele não é mostrado de novo.\n');
  },
});
