import { DAY_MS } from '@funil/contract/durations';
import type { Config } from '../config/config.ts';
import type { AlertSource } from '../operators/alert-source.ts';
import { judgeCopies } from './copies.ts';

export type CopyAlertConfig = Pick<Config, 'store' | 'copies'>;

/** Sends an e-mail a day while copies fail. */
export const copyAlerts = (config: CopyAlertConfig): AlertSource => ({
  kind: 'copies',
  to: ['owner'],
  async find(_database, now) {
    const { findings } = await judgeCopies({ config, now });
    return findings
      .filter(({ level }) => level === 'red')
      .map(({ what, remedy }) => ({
        alertKey: {},
        noRepeatSince: new Date(now - DAY_MS).toISOString(),
        text: {
          subject: 'As cópias de segurança não estão saindo',
          kicker: 'Cópias de segurança',
          title: 'Falta uma cópia boa',
          what,
          remedy: remedy ?? '',
          isUrgent: true,
          button: { label: 'Ver a situação', path: '/conta/situacao' },
          fields: [],
        },
      }));
  },
});
