import {
  type CheckoutOffer,
  describeCheckout,
  explainCheckoutProblem,
  isExampleAddress,
  offersOf,
} from '@funil/contract/sales/checkout-problem';
import { platformLabel } from '@funil/contract/sales/platforms';
import { ADS_CONVERSION, GOOGLE_TAG } from '@funil/contract/site/google-tags';
import { META_PIXEL, type SiteInfo } from '@funil/contract/site/site-info';
import { explainUnusableContentFolder } from '../config/content-folder.ts';
import { createFindingFactories, type Finding } from '../connections/finding.ts';
import { describePublishFailure, type PublishFailure } from '../site/publish-failure.ts';
import { explainUnusableSiteFolder } from '../site/site-info.ts';

const aboutSite = createFindingFactories('site');

interface BuiltSite {
  readonly folder: string;
  readonly isBuilt: boolean;
  readonly failure: PublishFailure | null;
}

export function checkSite({ folder, isBuilt, failure }: BuiltSite): Finding {
  const problem = explainUnusableSiteFolder(folder);
  if (problem) {
    const [what, remedy] = problem;
    return aboutSite.red(
      'A pasta em que o servidor põe a página tem outros arquivos e nenhuma página.',
      'Quem cuida do servidor escolhe outra pasta.',
      { command: `${what} ${remedy}` },
    );
  }
  if (!isBuilt) {
    return aboutSite.red('Não há página gerada.', 'Publique em Página.', {
      command: `Rode npm run publish, ou npm start: a pasta é ${folder}.`,
    });
  }
  if (failure === null) {
    return aboutSite.green('A página está gerada, e a última publicação deu certo.');
  }
  return aboutSite.yellow(
    'A última publicação falhou. No ar continua a página anterior.',
    'Abra Página: cada erro aparece no campo dele. Depois, publique.',
    { command: `${describePublishFailure(failure)} O npm run publish mostra o erro inteiro.` },
  );
}

const aboutContent = createFindingFactories('content');

export function checkContentFolder(folder: string): Finding[] {
  const problem = explainUnusableContentFolder(folder);
  if (problem === null) return [];
  const [what, remedy] = problem;
  return [
    aboutContent.red(
      'A pasta dos textos da página tem outros arquivos e nenhum texto.',
      'Quem cuida do servidor devolve os textos a ela.',
      { command: `${what} ${remedy}` },
    ),
  ];
}

export function checkPublishedContent(site: SiteInfo | null): Finding[] {
  if (site === null) {
    return [
      aboutContent.yellow(
        'A página no ar não diz o que há nela: é de outra versão.',
        'Publique de novo em Página.',
        { command: 'Rode npm run publish.' },
      ),
    ];
  }
  const { isDemo, tracking } = site;
  return [
    isDemo
      ? aboutContent.yellow(
          'A página no ar é uma demonstração.',
          'Em Página, troque o que resta da demonstração, desligue-a e publique.',
          { command: 'Em content/site.yaml, demo: false: o que restar da demonstração é listado.' },
        )
      : aboutContent.green('A página no ar é a sua.'),
    ...offersOf(site).map(checkCheckout),
    checkTag('Tag do Google', tracking.gtag, GOOGLE_TAG),
    checkTag('Conversão do Google Ads', tracking.adsConversion, ADS_CONVERSION),
    checkTag('Pixel da Meta', tracking.pixel, META_PIXEL),
  ];
}

function checkCheckout(offer: CheckoutOffer): Finding {
  const { name, url, platform } = offer;
  const { host } = new URL(url);
  if (isExampleAddress(url)) {
    return aboutContent.yellow(
      `O ${describeCheckout(offer)} (${host}) é um endereço de exemplo: ninguém consegue comprar.`,
      'Ponha o endereço do seu em Página › Checkout, e publique.',
      { command: 'Em content/site.yaml, checkout.url; depois npm run publish.' },
    );
  }
  // Secrets count as present here, because the platform's connection reports a missing one.
  const problem = explainCheckoutProblem(offer, () => true);
  if (problem !== null) {
    return aboutContent.yellow(problem, 'Depois, publique.', {
      command: 'Em content/site.yaml, platform do checkout; depois npm run publish.',
    });
  }
  const platformText = !platform || platform === 'other' ? '' : `, da ${platformLabel(platform)}`;
  const checkout = name === null ? 'O botão leva ao checkout' : `O ${describeCheckout(offer)} fica`;
  return aboutContent.green(`${checkout} em ${host}${platformText}.`);
}

function checkTag(name: string, id: string | null, form: RegExp): Finding {
  if (id === null) return aboutContent.green(`${name}: sem código, nada é enviado.`);
  if (form.test(id)) return aboutContent.green(`${name}: ${id}.`);
  return aboutContent.yellow(
    `${name}: “${id}” não tem a forma de um código.`,
    'Corrija-o em Página › Medição, e publique.',
    { command: 'Em content/site.yaml, tracking; depois npm run publish.' },
  );
}
