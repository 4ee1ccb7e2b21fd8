import type { SiteFacts } from '@funil/contract/site-facts';
import type { ConversionsConfig } from '../config/conversions.ts';
import {
  sendGa4TestEvent,
  sendMetaTestEvent,
  type TestEventResult,
} from '../deliveries/conversion-test-events.ts';
import { streamOf } from '../deliveries/ga4/destination.ts';
import { type Finding, findingsOn } from './finding.ts';

const { green, yellow, red } = findingsOn('deliveries');

export interface ConversionFacts {
  readonly config: ConversionsConfig;
  /** What the page in place tells to; null: it does not say. */
  readonly tracking: SiteFacts['tracking'] | null;
  /** What came of the test events; null: none was sent. */
  readonly meta: TestEventResult | null;
  readonly ga4: TestEventResult | null;
}

/** Whether conversions reach Meta and Google. */
export const checkConversions = (facts: ConversionFacts): Finding[] => [
  ...checkMeta(facts),
  ...checkGa4(facts),
];

const PUBLISH = 'em content/site.yaml, e rode npm run publish.';

function checkMeta({ config: { meta }, tracking, meta: result }: ConversionFacts): Finding[] {
  if (meta === null) return [];
  if (tracking?.pixel === null) {
    return [
      yellow(
        'Meta: META_CAPI_TOKEN está definida, mas a página não tem pixel, e nada é enviado.',
        `Ponha o código em tracking.pixel, ${PUBLISH}`,
      ),
    ];
  }
  if (meta.testEventCode === null || result === null) {
    return [
      green(
        'Meta: as conversões são enviadas; META_TEST_EVENT_CODE permite testar (docs/operating.md).',
      ),
    ];
  }
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
        `Meta: recebeu um evento de teste (${code}); veja-o em “Testar eventos”, no painel.`,
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
      return yellow(`Meta: não respondeu (${result.detail}).`, checkNetwork('META_API_URL'));
  }
}

function checkGa4({ config: { ga4 }, tracking, ga4: result }: ConversionFacts): Finding[] {
  if (ga4 === null) return [];
  if (tracking !== null && streamOf(tracking.gtag) === null) {
    return [
      yellow(
        'Google Analytics: GA4_API_SECRET está definida, mas a página não tem um código G-…, e nada é enviado.',
        `Ponha-o em tracking.gtag, ${PUBLISH}`,
      ),
    ];
  }
  return result === null ? [] : [describeGa4(result)];
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
        checkNetwork('GA4_API_URL'),
      );
  }
}

const checkNetwork = (variable: string) =>
  `Confira a rede deste servidor e ${variable}; o que espera é enviado depois.`;

/** Sends what counts nowhere: to Meta where a test code is set, and to Google's validation. */
export async function tryConversions(
  config: ConversionsConfig,
  site: SiteFacts | null,
  now: number,
): Promise<ConversionFacts> {
  const { meta, ga4 } = config;
  const pixel = site?.tracking.pixel ?? null;
  const stream = streamOf(site?.tracking.gtag ?? null);
  const [metaResult, ga4Result] = await Promise.all([
    meta?.testEventCode && pixel !== null && site
      ? sendMetaTestEvent(meta, { pixel, url: site.url }, now)
      : null,
    ga4 && stream !== null ? sendGa4TestEvent(ga4, stream, now) : null,
  ]);
  return { config, tracking: site?.tracking ?? null, meta: metaResult, ga4: ga4Result };
}
