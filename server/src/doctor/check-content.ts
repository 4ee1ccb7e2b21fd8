import type { SiteFacts } from '@funil/contract/site-facts';
import { type Finding, findingsOn } from './finding.ts';

const { green, yellow } = findingsOn('content');

/** What the built page leaves word of. */
export type SiteWord =
  | { readonly state: 'read'; readonly facts: SiteFacts }
  | { readonly state: 'missing' }
  | { readonly state: 'odd'; readonly fields: readonly string[] };

/** Whether the page in place is the seller's own, and what it tells Google and Meta. */
export function checkContent(word: SiteWord): Finding[] {
  if (word.state === 'missing') {
    return [
      yellow(
        'A página no ar não diz o que há nela: é de uma versão anterior.',
        'Rode npm run publish.',
      ),
    ];
  }
  if (word.state === 'odd') {
    return [
      yellow(
        `A página no ar diz algo que não serve em: ${word.fields.join(', ')}.`,
        'Confira esses campos em content/site.yaml e rode npm run publish.',
      ),
    ];
  }
  const { isDemo, checkout, tracking } = word.facts;
  return [
    isDemo
      ? yellow(
          'A página no ar é uma demonstração (demo: true).',
          'Ponha demo: false em content/site.yaml: o que restar da demonstração é listado.',
        )
      : green('A página no ar é a sua (demo: false).'),
    checkCheckout(checkout.url),
    checkTag('Google Analytics ou Tag', tracking.gtag),
    checkTag('Google Ads', tracking.adsConversion),
    checkTag('Meta', tracking.pixel),
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

const checkTag = (name: string, id: string | null): Finding =>
  green(id === null ? `${name}: sem código, nada é enviado.` : `${name}: ${id}.`);
