import { OPERATOR_MAIL, type OperatorAlert, readAlert } from '../../operators/alerts.ts';
import { makeMailedLink } from '../../operators/links.ts';
import type { Database } from '../../store/database.ts';
import { type Destination, skippedAttempt } from '../destination.ts';
import { renderMessage, senderOf } from './compose.ts';
import type { MailDependencies } from './destination.ts';
import { EMPTY_EMAIL, type MailContext } from './layout.ts';
import { consoleAction, formatDayAndTime } from './phrases.ts';
import { createMailer } from './send.ts';

/** Sends alerts to operators. A link's token is made when its e-mail is sent, so that the queue stores none. */
export function createOperatorMailDestinationReader({ mail, readContext }: MailDependencies) {
  if (mail === null) return () => [];
  const mailer = createMailer(mail);
  return (database: Database): Destination[] => [
    {
      name: OPERATOR_MAIL,
      concurrency: 1,
      maxBatchSize: 1,
      restMs: 0,
      async send([{ id, event }], signal) {
        const context = readContext();
        const alert = await readAlert(database, event);
        if (alert === null) return skippedAttempt('removed');
        const token = alert.hasLink ? await makeMailedLink(database, alert, context.now) : '';
        if (token === null) return skippedAttempt('expired');
        const message = { ...composeAlert(alert, token, context), id, to: alert.email };
        return mailer.send(message, null, signal);
      },
    },
  ];
}

/** @param token of the one-time link; empty for none */
function composeAlert(alert: OperatorAlert, token: string, context: MailContext) {
  const { subject, kicker, title, what, remedy, isUrgent, button, links = [] } = alert;
  const senderName = senderOf(context);
  const footer = `Aviso automático do painel da página ${senderName}, para quem entra nele.`;
  // Mail scanners open links without the part after `#`, so they cannot use up the token.
  const path = token === '' ? button.path : `${button.path}#${token}`;
  return renderMessage(
    {
      ...EMPTY_EMAIL,
      subject,
      preview: remedy,
      kicker,
      title,
      banner: { text: what, note: remedy, isUrgent },
      actions: [{ ...button, path }, ...links].flatMap((link) =>
        consoleAction(link.path, context, link.label),
      ),
      fields: [{ label: 'Quando', value: formatDayAndTime(alert.createdAt) }, ...alert.fields],
    },
    { senderName, footer },
  );
}
