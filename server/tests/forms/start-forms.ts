import { makeSiteInfo, type StartOptions, startApp } from '../../../testkit/start-app.ts';

const ask = (
  key: string,
  kind: 'text' | 'phone' | 'email' | 'choice' | 'choices',
  required = true,
) => ({
  ...{ key, kind, required, label: key },
  options: ['a', 'b', 'c'].map((option) => ({ key: option, label: option })),
});

const page = (path: string, fields: string[]) => `<form method="post" action="${path}">
<p role="alert" data-notice="invalid">Dados incompletos</p><p role="alert" data-notice="failed">Erro ao salvar</p>
<input name="utm_source" value="{{value:utm_source}}"><input name="utm_campaign" value="{{value:utm_campaign}}">
${fields.map((key) => `<input name="${key}" value="{{value:${key}}}" aria-invalid="{{invalid:${key}}}"><p>{{error:${key}}}</p>`).join('')}
<input type="checkbox" value="a" data-checked="canais=a"><option value="c" data-selected="canais=c">
</form>`;

const SITE = {
  'index.html': '<!doctype html>',
  'site.json': makeSiteInfo({
    leadQuestions: [ask('nome', 'text'), ask('telefone', 'phone'), ask('canais', 'choices', false)],
    questions: [
      ...[ask('nome', 'text'), ask('email', 'email'), ask('whatsapp', 'phone')],
      ask('cidade', 'text', false),
    ],
    checkout: {
      url: 'https://checkout.test/escola',
      funnel: 'f',
      platform: 'other',
      refParameter: 'ref',
    },
  }),
  'formulario/lead.html': page('/formulario/lead', ['nome', 'telefone']),
  'formulario/aplicacao.html': page('/formulario/aplicacao', [
    'nome',
    'email',
    'whatsapp',
    'cidade',
  ]),
  'formulario/pagamento.html':
    '<meta http-equiv="refresh" content="1; url={{value:url}}"><a href="{{value:url}}">',
  'formulario/enviada.html': '<h1>APLICAÇÃO ENVIADA</h1>',
};

export const startForms = (options: StartOptions = {}) => startApp({ site: SITE, ...options });

/** Sends a form as a browser without scripts does. */
export const post = (
  address: string,
  form: 'lead' | 'aplicacao',
  fields: string[][] | Record<string, string>,
  headers: Record<string, string> = {},
) =>
  fetch(`${address}/formulario/${form}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: address, referer: `${address}/`, ...headers },
    redirect: 'manual',
  });

export const LEAD = { nome: 'Ana Souza', telefone: '11987654321' };
export const APPLICATION = {
  nome: 'Ana Souza',
  email: 'ana@souza.com.br',
  whatsapp: '11987654321',
  cidade: 'Recife',
};

/** Returns the address of the checkout to which a response leads. */
export async function followToCheckout(address: string, response: Response): Promise<URL> {
  const page = await fetch(address + response.headers.get('location'));
  const [, link = ''] = /<a href="([^"]*)"/.exec(await page.text()) ?? [];
  return new URL(link.replaceAll('&amp;', '&'));
}
