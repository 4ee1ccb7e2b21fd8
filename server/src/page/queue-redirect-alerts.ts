import { type AlertText, addRoleAlerts, describeClient } from '../operators/alerts.ts';
import type { ClientInfo } from '../operators/attempts.ts';
import type { Database } from '../store/database.ts';

const REDIRECT_ALERT_TEXT: Omit<AlertText, 'fields'> = {
  subject: 'A página passa a cobrar ou a medir em outro lugar',
  kicker: 'Sua página',
  title: 'O checkout ou um código de medição da página mudou',
  what: 'É onde se paga, ou para quem vão os números das visitas.',
  remedy:
    'Confira em Página, Versões, o que mudou. Não era para mudar? Ponha de volta a versão anterior, e tire o acesso de quem publicou.',
  isUrgent: true,
  button: { label: 'Abrir Página', path: '/pagina' },
};

/** Queues an e-mail to each owner about a publication that changes a checkout address or a measurement id. */
export const queueRedirectAlerts = (
  database: Database,
  { publishedBy, client }: { readonly publishedBy: string; readonly client: ClientInfo },
  now: number,
): Promise<void> =>
  database.transaction().execute((transaction) => {
    const fields = [{ label: 'Quem publicou', value: publishedBy }, ...describeClient(client)];
    return addRoleAlerts(
      transaction,
      { to: ['owner'], text: { ...REDIRECT_ALERT_TEXT, fields } },
      now,
    );
  });
