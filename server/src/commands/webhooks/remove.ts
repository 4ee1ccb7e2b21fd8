import { removeEndpoint } from '../../deliveries/webhooks/endpoints.ts';
import { defineAction } from '../run/actions.ts';
import { requireEndpoint } from './require-endpoint.ts';

export const remove = defineAction({
  help: 'tira um endereço; o que ainda esperava por ele não é mais enviado',
  word: 'ID',
  access: 'write',
  options: {},
  async run({ database, words: { word: id = '' }, print }) {
    const { url } = await requireEndpoint(database, id);
    const canceled = (await removeEndpoint(database, id)) ?? 0;
    const what = canceled === 1 ? 'entrega que esperava' : 'entregas que esperavam';
    print(`Removido: ${url}\n${canceled > 0 ? `Canceladas: ${canceled} ${what}\n` : ''}`);
  },
});
