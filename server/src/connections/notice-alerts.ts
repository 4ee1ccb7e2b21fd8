import { DAY_MS } from '@funil/contract/durations';
import { PLATFORM_NAMES, type PlatformName, platformLabel } from '@funil/contract/sales/platforms';
import type { AlertSource, FoundAlert } from '../operators/alert-source.ts';
import type { AlertText } from '../operators/alerts.ts';
import { describeWarning } from './judge-notices.ts';
import { type NoticeWarning, readNoticeWarning } from './notice-facts.ts';

/** Sends an e-mail a day about a platform's refused notices, and one about each silence. */
export const noticeAlerts: AlertSource = {
  kind: 'notices',
  to: ['owner'],
  async find(database, now) {
    const alerts: FoundAlert[] = [];
    for (const platform of PLATFORM_NAMES) {
      const { warning } = await readNoticeWarning(database, platform, now);
      if (warning === null) continue;
      const { kind, since } = warning;
      const noRepeatSince = kind === 'silent' ? since : new Date(now - DAY_MS).toISOString();
      alerts.push({
        alertKey: { platform, kind },
        noRepeatSince,
        text: composeAlert(platform, warning),
      });
    }
    return alerts;
  },
};

function composeAlert(platform: PlatformName, warning: NoticeWarning): AlertText {
  const label = platformLabel(platform);
  const { what, remedy } = describeWarning(platform, warning);
  const isUrgent = warning.kind === 'refused';
  return {
    subject: isUrgent
      ? `Avisos da ${label} estão sendo recusados`
      : `Nenhum aviso da ${label} há mais tempo que o normal`,
    kicker: 'Avisos das plataformas',
    title: isUrgent ? 'Avisos de venda recusados' : 'Faltam avisos de venda',
    what,
    remedy: remedy ?? '',
    isUrgent,
    button: { label: 'Ver os avisos', path: '/vendas/avisos' },
    fields: [{ label: 'Plataforma', value: label }],
  };
}
