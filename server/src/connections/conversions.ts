import { measurementIdOf } from '@funil/contract/site/google-tags';
import { OTHER_PERMISSION_CAUSES } from '../ads/meta/errors.ts';
import type { AttemptOutcome } from '../deliveries/destination.ts';
import { readValidationError } from '../deliveries/ga4/receiver.ts';
import { isTemporaryError, isTokenError, readMetaError } from '../deliveries/meta/receiver.ts';
import type { ConnectionContext } from './connection.ts';
import { createFindingFactories, type Finding } from './finding.ts';

const { green, yellow, red } = createFindingFactories('deliveries');

interface ServiceFailure {
  /** The beginning of the sentence. */
  readonly service: string;
  /** Null: no answer. */
  readonly status: number | null;
  readonly detail: string;
  readonly variable: string;
}

const warnOfFailure = ({ service, status, detail, variable }: ServiceFailure) =>
  status !== null
    ? yellow(
        `${service} respondeu com um erro (${detail}).`,
        'O que espera é enviado depois. Se continuar assim, veja se o serviço tem uma falha conhecida.',
      )
    : yellow(
        `${service} não respondeu (${detail}).`,
        'O que espera é enviado depois. Se continuar assim, quem cuida do servidor confere a rede dele.',
        { command: `Confira também ${variable}.` },
      );

/** @param testOutcome null if no test event was sent */
export function judgeMeta(
  { config, site }: ConnectionContext,
  testOutcome: AttemptOutcome | null,
): Finding[] {
  const { meta } = config.conversions;
  if (meta === null || site === null) return [];
  if (site.tracking.pixel === null) {
    return [
      yellow(
        'Meta: o token está guardado, mas a página não tem pixel, e nada é enviado.',
        'Ponha o código do pixel em Página › Medição, e publique.',
        { command: 'Em content/site.yaml, tracking.pixel; depois npm run publish.' },
      ),
    ];
  }
  if (meta.testEventCode === null) {
    return [
      green('Meta: as conversões são enviadas; um código de teste, em Ligações, permite testar.'),
    ];
  }
  return [
    ...(testOutcome === null ? [] : [describeMetaTest(testOutcome, meta.testEventCode)]),
    yellow(
      'Meta: há um código de teste. Enquanto ele existir, nenhuma conversão conta.',
      'Depois do teste, apague o código de teste em Ligações.',
      { command: 'No .env: tire META_TEST_EVENT_CODE e reinicie o servidor.' },
    ),
  ];
}

const MAX_ERROR_DETAIL_LENGTH = 200;

const quoteAnswer = (text: string): string =>
  /^\s*</.test(text) ? 'uma página da web' : text.slice(0, MAX_ERROR_DETAIL_LENGTH);

function describeMetaTest({ result, status, response }: AttemptOutcome, code: string): Finding {
  if (result === 'delivered') {
    return green(
      `Meta: recebeu um evento de teste (${code}); veja-o em “Testar eventos”, no painel da Meta.`,
    );
  }
  const error = readMetaError(response);
  const detail = [status, quoteAnswer(error.message)].filter(Boolean).join(': ');
  if (status === null || status >= 500 || isTemporaryError(status, error)) {
    return warnOfFailure({ service: 'Meta:', status, detail, variable: 'META_API_URL' });
  }
  if (error.reason === 'version') {
    return red(
      `Meta: não atende mais a versão da API que este Funil usa (${detail}).`,
      'Peça a quem cuida do servidor que atualize o Funil.',
      { command: 'Atualize o Funil, ou troque a versão em META_API_URL.' },
    );
  }
  return isTokenError(error)
    ? red(
        `Meta: não aceita o token, ou ele não é deste pixel (${detail}).`,
        `Gere outro em Gerenciador de Eventos → Configurações → API de Conversões, e guarde-o em Ligações.${error.reason === 'permission' ? ` ${OTHER_PERMISSION_CAUSES}` : ''}`,
        { command: 'No .env: META_CAPI_TOKEN; depois reinicie o servidor.' },
      )
    : yellow(
        `Meta: recusou o evento de teste (${detail}).`,
        'Confira o código de teste, em Ligações, e o pixel da página.',
      );
}

/** @param testOutcome null if no test event was sent */
export function judgeGa4(
  { config, site }: ConnectionContext,
  testOutcome: AttemptOutcome | null,
): Finding[] {
  if (config.conversions.ga4 === null || site === null) return [];
  if (measurementIdOf(site.tracking.gtag) !== null) {
    return testOutcome === null ? [] : [describeGa4Test(testOutcome)];
  }
  return [
    yellow(
      'Google Analytics: o segredo está guardado, mas a página não tem um código G-…, e nada é enviado.',
      'Ponha-o em Página › Medição, e publique.',
      { command: 'Em content/site.yaml, tracking.gtag; depois npm run publish.' },
    ),
  ];
}

function describeGa4Test({ result, status, response }: AttemptOutcome): Finding {
  if (result !== 'delivered') {
    return warnOfFailure({
      service: 'Google Analytics: a validação',
      status,
      detail: String(status ?? response),
      variable: 'GA4_API_URL',
    });
  }
  const problem = readValidationError(response);
  return problem === null
    ? green('Google Analytics: a validação aceita os eventos. O Google nunca confere o segredo.')
    : yellow(
        `Google Analytics: a validação aponta um problema (${quoteAnswer(problem)}).`,
        'Confira o código G-… da página; se está certo, peça a quem cuida do servidor que atualize o Funil.',
      );
}
