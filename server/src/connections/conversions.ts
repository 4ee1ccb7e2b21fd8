import type { TestEventResult } from '../deliveries/conversion-test-events.ts';
import { measurementIdOf } from '../deliveries/ga4/destination.ts';
import type { ConnectionContext } from './connection.ts';
import { createFindingFactories, type Finding } from './finding.ts';

const { green, yellow, red } = createFindingFactories('deliveries');

const networkAdvice = (variable: string) =>
  `Confira a rede deste servidor e ${variable}; o que espera é enviado depois.`;

/**
 * Returns whether conversions reach Meta.
 * @param result of a test event; null: none was sent
 */
export function judgeMeta(
  { config, site }: ConnectionContext,
  result: TestEventResult | null,
): Finding[] {
  const { meta } = config.conversions;
  if (meta === null) return [];
  const pixel = site?.tracking.pixel;
  if (site !== null && pixel === null) {
    return [
      yellow(
        'Meta: META_CAPI_TOKEN está definida, mas a página não tem pixel, e nada é enviado.',
        'Ponha o código do pixel em Página, e publique.',
        { command: 'Em content/site.yaml, tracking.pixel; depois npm run publish.' },
      ),
    ];
  }
  if (meta.testEventCode === null || site === null || !pixel) {
    return [
      green(
        'Meta: as conversões são enviadas; META_TEST_EVENT_CODE permite testar (docs/conversoes.md).',
      ),
    ];
  }
  return [
    ...(result === null ? [] : [describeMeta(result, meta.testEventCode)]),
    yellow(
      'Meta: META_TEST_EVENT_CODE está definida, e enquanto estiver nenhuma conversão conta.',
      'Depois do teste, apague o código de teste em Ligações.',
      { command: 'No .env: tire-a e reinicie o servidor.' },
    ),
  ];
}

function describeMeta(result: TestEventResult, code: string): Finding {
  switch (result.state) {
    case 'accepted':
      return green(
        `Meta: recebeu um evento de teste (${code}); veja-o em “Testar eventos”, no painel da Meta.`,
      );
    case 'no-access':
      return red(
        `Meta: não aceita o token, ou ele não é deste pixel (${result.detail}).`,
        'Gere outro em Gerenciador de Eventos → Configurações → API de Conversões, e guarde-o em Ligações.',
        { command: 'No .env: META_CAPI_TOKEN; depois reinicie o servidor.' },
      );
    case 'refused':
      return yellow(
        `Meta: recusou o evento de teste (${result.detail}).`,
        'Confira o código de teste, em Ligações, e o pixel da página.',
      );
    case 'no-answer':
      return yellow(`Meta: não respondeu (${result.detail}).`, networkAdvice('META_API_URL'));
  }
}

/**
 * Returns whether conversions reach Google Analytics.
 * @param result of a test event; null: none was sent
 */
export function judgeGa4(
  { config, site }: ConnectionContext,
  result: TestEventResult | null,
): Finding[] {
  if (config.conversions.ga4 === null || site === null) return [];
  if (measurementIdOf(site.tracking.gtag) !== null) {
    return result === null ? [] : [describeGa4(result)];
  }
  return [
    yellow(
      'Google Analytics: GA4_API_SECRET está definida, mas a página não tem um código G-…, e nada é enviado.',
      'Ponha-o em Página, e publique.',
      { command: 'Em content/site.yaml, tracking.gtag; depois npm run publish.' },
    ),
  ];
}

function describeGa4(result: TestEventResult): Finding {
  switch (result.state) {
    case 'accepted':
      return green(
        'Google Analytics: a validação aceita os eventos; o segredo, o Google não confere, nem aqui nem depois.',
      );
    case 'no-access':
    case 'refused':
      return yellow(
        `Google Analytics: a validação aponta um problema (${result.detail}).`,
        'Confira o código G-… da página; se está certo, atualize o projeto.',
      );
    case 'no-answer':
      return yellow(
        `Google Analytics: a validação não respondeu (${result.detail}).`,
        networkAdvice('GA4_API_URL'),
      );
  }
}
