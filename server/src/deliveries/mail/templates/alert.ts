import { describeDevice } from '@funil/contract/console/describe-device';
import { platformLabel } from '@funil/contract/platforms';
import type { AlertKind, OperatorAlert } from '../../../operators/alerts.ts';
import { EMPTY_EMAIL, type Email, type MailContext } from '../layout.ts';
import { consoleAction, formatDay } from '../phrases.ts';

const TEXTS: Readonly<
  Record<
    Exclude<AlertKind, 'refused' | 'silent' | 'page'>,
    { readonly title: string; readonly remedy: string }
  >
> = {
  device: {
    title: 'Entrada em um aparelho novo',
    remedy:
      'Não foi você? Troque a senha em Conta: os outros aparelhos saem. Depois faça códigos de recuperação novos.',
  },
  factor: {
    title: 'Um aplicativo de códigos foi ligado à sua conta',
    remedy:
      'Não foi você? Entre, tire em Conta o aplicativo que não conhece, troque a senha e avise quem cuida do servidor.',
  },
  password: {
    title: 'A sua senha foi definida de novo',
    remedy:
      'Não foi você quem pediu? Peça a quem cuida do servidor um link novo, e conte o que aconteceu.',
  },
  reset: {
    title: 'O seu segundo fator foi desligado',
    remedy:
      'Na próxima entrada você cadastra outro aplicativo. Não foi você quem pediu? Avise quem cuida do servidor.',
  },
  link: {
    title: 'Crie uma senha nova',
    remedy: 'Não foi você quem pediu? Apague este e-mail: sem o link, a sua senha não muda.',
  },
};

/**
 * Returns the e-mail to an operator about the operator's own account, a platform's notices, or a publication of the page.
 * @param token of a one-time link; null if the e-mail has none
 */
export function writeAlertEmail(
  alert: OperatorAlert,
  token: string | null,
  context: MailContext,
): Email {
  const { kind } = alert;
  if (kind === 'refused' || kind === 'silent') return writeNoticesEmail(alert, context);
  if (kind === 'page') return writePageEmail(alert, context);
  const { title, remedy } = TEXTS[kind];
  return {
    ...EMPTY_EMAIL,
    subject: `Sua conta no painel: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
    preview: remedy,
    kicker: 'Sua conta no painel',
    title,
    banner: {
      text:
        token === null
          ? 'Foi você? Então não precisa fazer nada.'
          : 'O link vale uma vez, até 30 minutos depois do pedido.',
      note: remedy,
      isUrgent: false,
    },
    // Mail scanners open links: that does not use this one up, and they do not send the part after `#`.
    actions:
      token === null
        ? consoleAction('/conta', context, 'Abrir Conta')
        : consoleAction(`/primeiro-acesso#${token}`, context, 'Criar senha nova'),
    fields: describeClient(alert),
  };
}

const describeClient = ({ createdAt, userAgent, address }: OperatorAlert): Email['fields'] => [
  { label: 'Quando', value: formatDay(createdAt) },
  {
    label: 'Aparelho',
    value: address === '' ? 'o servidor, por um comando' : describeDevice(userAgent),
  },
  { label: 'Endereço IP', value: address },
];

/** Returns the e-mail to an owner about a platform whose notices are refused or missing. */
function writeNoticesEmail(
  { kind, createdAt, problem }: OperatorAlert,
  context: MailContext,
): Email {
  const { platform, what, remedy } = problem ?? { platform: '', what: '', remedy: '' };
  const label = platformLabel(platform);
  const isUrgent = kind === 'refused';
  return {
    ...EMPTY_EMAIL,
    subject: isUrgent
      ? `Avisos da ${label} estão sendo recusados`
      : `Nenhum aviso da ${label} há mais tempo que o normal`,
    preview: remedy,
    kicker: 'Avisos das plataformas',
    title: isUrgent ? 'Avisos de venda recusados' : 'Faltam avisos de venda',
    banner: { text: what, note: remedy, isUrgent },
    actions: consoleAction('/vendas/avisos', context, 'Ver os avisos'),
    fields: [
      { label: 'Plataforma', value: label },
      { label: 'Percebido', value: formatDay(createdAt) },
    ],
  };
}

const PAGE_REMEDY =
  'Confira em Página, Versões, o que mudou. Não era para mudar? Ponha de volta a versão anterior, e tire o acesso de quem publicou.';

/** Returns the e-mail to an owner about a publication that changes a checkout address or a measurement id. */
function writePageEmail(alert: OperatorAlert, context: MailContext): Email {
  return {
    ...EMPTY_EMAIL,
    subject: 'A página passa a cobrar ou a medir em outro lugar',
    preview: PAGE_REMEDY,
    kicker: 'Sua página',
    title: 'O checkout ou um código de medição da página mudou',
    banner: {
      text: 'É onde se paga, ou para quem vão os números das visitas.',
      note: PAGE_REMEDY,
      isUrgent: true,
    },
    actions: consoleAction('/pagina', context, 'Abrir Página'),
    fields: [{ label: 'Quem publicou', value: alert.publishedBy ?? '' }, ...describeClient(alert)],
  };
}
