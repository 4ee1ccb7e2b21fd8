import { describeDevice } from '@funil/contract/console/describe-device';
import type { AlertKind, OperatorAlert } from '../../../operators/alerts.ts';
import { EMPTY_EMAIL, type Email, type MailContext } from '../layout.ts';
import { consoleAction, formatDay } from '../phrases.ts';

const TEXTS: Readonly<Record<AlertKind, { readonly title: string; readonly remedy: string }>> = {
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
};

/** Returns the e-mail to an operator about a change to the operator's own account. */
export function writeAlertEmail(
  { kind, createdAt, userAgent, address }: OperatorAlert,
  context: MailContext,
): Email {
  const { title, remedy } = TEXTS[kind];
  return {
    ...EMPTY_EMAIL,
    subject: `Sua conta no console: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
    preview: remedy,
    kicker: 'Sua conta no console',
    title,
    banner: { text: 'Foi você? Então não precisa fazer nada.', note: remedy, isUrgent: false },
    actions: consoleAction('/conta', context, 'Abrir Conta'),
    fields: [
      { label: 'Quando', value: formatDay(createdAt) },
      {
        label: 'Aparelho',
        value: address === '' ? 'o servidor, por um comando' : describeDevice(userAgent),
      },
      { label: 'Endereço IP', value: address },
    ],
  };
}
