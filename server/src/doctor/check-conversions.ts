import type { SiteInfo } from '@funil/contract/site-info';
import type { ConversionsConfig } from '../config/conversions.ts';
import {
  sendGa4TestEvent,
  sendMetaTestEvent,
  type TestEventResult,
} from '../deliveries/conversion-test-events.ts';
import { measurementIdOf } from '../deliveries/ga4/destination.ts';
import { createFindingFactories, type Finding } from './finding.ts';

const { green, yellow, red } = createFindingFactories('deliveries');

/** Sends test events that are not counted: to Meta if a test code is configured, and to Google's validation endpoint. */
export async function checkConversions(
  config: ConversionsConfig,
  site: SiteInfo | null,
  now: number,
): Promise<Finding[]> {
  const found = await Promise.all([checkMeta(config, site, now), checkGa4(config, site, now)]);
  return found.flat();
}

const PUBLISH_ADVICE = 'em content/site.yaml, e rode npm run publish.';
const networkAdvice = (variable: string) =>
  `Confira a rede deste servidor e ${variable}; o que espera é enviado depois.`;

async function checkMeta(
  { meta }: ConversionsConfig,
  site: SiteInfo | null,
  now: number,
): Promise<Finding[]> {
  if (meta === null) return [];
  const pixel = site?.tracking.pixel;
  if (site !== null && pixel === null) {
    return [
      yellow(
        'Meta: META_CAPI_TOKEN está definida, mas a página não tem pixel, e nada é enviado.',
        `Ponha o código em tracking.pixel, ${PUBLISH_ADVICE}`,
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
  const result = await sendMetaTestEvent(meta, { pixel, url: site.url }, now);
  return [
    describeMeta(result, meta.testEventCode),
    yellow(
      'Meta: META_TEST_EVENT_CODE está definida, e enquanto estiver nenhuma conversão conta.',
      'Depois do teste, tire-a do .env e reinicie o servidor.',
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
        'Gere outro em Gerenciador de Eventos → Configurações → API de Conversões, para META_CAPI_TOKEN.',
      );
    case 'refused':
      return yellow(
        `Meta: recusou o evento de teste (${result.detail}).`,
        'Confira META_TEST_EVENT_CODE e o pixel da página.',
      );
    case 'no-answer':
      return yellow(`Meta: não respondeu (${result.detail}).`, networkAdvice('META_API_URL'));
  }
}

async function checkGa4(
  { ga4 }: ConversionsConfig,
  site: SiteInfo | null,
  now: number,
): Promise<Finding[]> {
  if (ga4 === null || site === null) return [];
  const measurementId = measurementIdOf(site.tracking.gtag);
  if (measurementId !== null) {
    return [describeGa4(await sendGa4TestEvent(ga4, measurementId, now))];
  }
  return [
    yellow(
      'Google Analytics: GA4_API_SECRET está definida, mas a página não tem um código G-…, e nada é enviado.',
      `Ponha-o em tracking.gtag, ${PUBLISH_ADVICE}`,
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
