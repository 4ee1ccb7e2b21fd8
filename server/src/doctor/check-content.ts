import { ADS_CONVERSION, GOOGLE_TAG, META_PIXEL, type SiteFacts } from '@funil/contract/site-facts';
import { type Finding, findingsOn } from './finding.ts';

const { green, yellow } = findingsOn('content');

/** Whether the page in place is the seller's own, and what it tells Google and Meta. */
export function checkContent(facts: SiteFacts | null): Finding[] {
  if (facts === null) {
    return [
      yellow('A página no ar não diz o que há nela: é de outra versão.', 'Rode npm run publish.'),
    ];
  }
  const { isDemo, checkout, tracking } = facts;
  return [
    isDemo
      ? yellow(
          'A página no ar é uma demonstração (demo: true).',
          'Ponha demo: false em content/site.yaml: o que restar da demonstração é listado.',
        )
      : green('A página no ar é a sua (demo: false).'),
    checkCheckout(checkout.url),
    checkTag('Tag do Google', tracking.gtag, GOOGLE_TAG),
    checkTag('Conversão do Google Ads', tracking.adsConversion, ADS_CONVERSION),
    checkTag('Pixel da Meta', tracking.pixel, META_PIXEL),
  ];
}

/** Hosts that nobody can have. Source: RFC 2606 */
const RESERVED = /(^|\.)(example(\.(com|net|org))?|invalid|test|localhost)$/;

function checkCheckout(url: string): Finding {
  const { host, hostname } = new URL(url);
  if (!RESERVED.test(hostname)) return green(`O botão leva ao checkout em ${host}.`);
  return yellow(
    `O checkout (${host}) é um endereço de exemplo: ninguém consegue comprar.`,
    'Ponha o endereço do seu em checkout.url, em content/site.yaml, e rode npm run publish.',
  );
}

function checkTag(name: string, id: string | null, form: RegExp): Finding {
  if (id === null) return green(`${name}: sem código, nada é enviado.`);
  if (form.test(id)) return green(`${name}: ${id}.`);
  return yellow(
    `${name}: “${id}” não tem a forma de um código.`,
    'Corrija-o em tracking, em content/site.yaml, e rode npm run publish.',
  );
}
