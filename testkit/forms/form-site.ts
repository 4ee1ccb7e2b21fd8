import { makeSiteInfo } from '../start-app.ts';

const makeQuestion = (
  key: string,
  kind: 'text' | 'phone' | 'email' | 'choice' | 'choices',
  required = true,
) => ({
  key,
  kind,
  required,
  label: key,
  options: ['a', 'b', 'c'].map((option) => ({ key: option, label: option })),
});

const makeFormPage = (path: string, fields: string[]) => `<form method="post" action="${path}">
<p role="alert" data-notice="invalid">Dados incompletos</p><p role="alert" data-notice="failed">Erro ao salvar</p>
<input name="utm_source" value="{{value:utm_source}}"><input name="utm_campaign" value="{{value:utm_campaign}}">
${fields.map((key) => `<input name="${key}" value="{{value:${key}}}" aria-invalid="{{invalid:${key}}}"><p>{{error:${key}}}</p>`).join('')}
<input type="checkbox" value="a" data-checked="canais=a"><option value="c" data-selected="canais=c">
</form>`;

/** A site whose forms post to the server without scripts. */
export const FORM_SITE = {
  'index.html': '<!doctype html>',
  'site.json': makeSiteInfo({
    leadQuestions: [
      makeQuestion('nome', 'text'),
      makeQuestion('telefone', 'phone'),
      makeQuestion('canais', 'choices', false),
    ],
    questions: [
      makeQuestion('nome', 'text'),
      makeQuestion('email', 'email'),
      makeQuestion('whatsapp', 'phone'),
      makeQuestion('cidade', 'text', false),
    ],
    checkout: {
      url: 'https://checkout.test/escola',
      funnel: 'f',
      platform: 'other',
      refParameter: 'ref',
    },
  }),
  'formulario/lead.html': makeFormPage('/formulario/lead', ['nome', 'telefone']),
  'formulario/aplicacao.html': makeFormPage('/formulario/aplicacao', [
    'nome',
    'email',
    'whatsapp',
    'cidade',
  ]),
  'formulario/pagamento.html':
    '<meta http-equiv="refresh" content="1; url={{value:url}}"><a href="{{value:url}}">',
  'formulario/enviada.html': '<h1>APLICAÇÃO ENVIADA</h1>',
};
