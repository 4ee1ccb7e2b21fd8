import { platformLabel } from '@funil/contract/platforms';
import type { OperatorAlert } from '../../../operators/alerts.ts';
import { EMPTY_EMAIL, type Email, type MailContext } from '../layout.ts';
import { consoleAction, formatDay } from '../phrases.ts';

/** Alerts about a platform's notices. */
export type NoticeAlertKind = 'refused' | 'silent';

const TEXTS: Readonly<
  Record<
    NoticeAlertKind,
    {
      readonly subject: (platform: string) => string;
      readonly title: string;
      readonly text: string;
      readonly remedy: string;
    }
  >
> = {
  refused: {
    subject: (platform) => `Avisos da ${platform} estão sendo recusados`,
    title: 'Avisos de venda recusados',
    text: 'As vendas destes avisos não aparecem no Funil. Nenhum foi aceito depois.',
    remedy:
      'Quase sempre o segredo mudou: confira se o do painel da plataforma é o mesmo do Funil. Depois reenvie os avisos por ele.',
  },
  silent: {
    subject: (platform) => `Nenhum aviso da ${platform} há mais tempo que o normal`,
    title: 'Faltam avisos de venda',
    text: 'Esta plataforma costuma avisar mais. Se houve vendas, elas não chegaram ao Funil.',
    remedy:
      'Confira no painel da plataforma se o endereço dos avisos ainda está cadastrado e ligado. Se não houve vendas, não precisa fazer nada.',
  },
};

/** Returns the e-mail to an owner about a platform whose notices are refused or missing. */
export function writeNoticeAlertEmail(
  { createdAt, platform }: OperatorAlert,
  kind: NoticeAlertKind,
  context: MailContext,
): Email {
  const label = platformLabel(platform ?? '');
  const { subject, title, text, remedy } = TEXTS[kind];
  return {
    ...EMPTY_EMAIL,
    subject: subject(label),
    preview: remedy,
    kicker: 'Avisos das plataformas',
    title,
    banner: { text, note: remedy, isUrgent: kind === 'refused' },
    actions: consoleAction('/vendas/avisos', context, 'Ver os avisos'),
    fields: [
      { label: 'Plataforma', value: label },
      { label: 'Percebido', value: formatDay(createdAt) },
    ],
  };
}
