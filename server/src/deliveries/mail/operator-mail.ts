import { OPERATOR_MAIL, readAlert } from '../../operators/alerts.ts';
import { makeMailedLink } from '../../operators/links.ts';
import type { Database } from '../../store/database.ts';
import { type Destination, skipped } from '../destination.ts';
import { composeAlert } from './compose.ts';
import type { MailParts } from './destination.ts';
import { createMailer } from './send.ts';

/**
 * Returns a function that returns the destination for e-mails to operators; none without a mail server. A link is made when
 * its e-mail is sent, so that no token waits in the queue.
 */
export function createOperatorMail({ mail, readContext }: MailParts) {
  if (mail === null) return () => [];
  const mailer = createMailer(mail);
  return (database: Database): Destination[] => [
    {
      name: OPERATOR_MAIL,
      concurrency: 1,
      batch: 1,
      rest: 0,
      async send([{ id, event }], signal) {
        const context = readContext();
        const alert = await readAlert(database, event);
        if (alert === null) return skipped('removed');
        const isLink = alert.kind === 'link';
        const token = isLink ? await makeMailedLink(database, alert, context.now) : null;
        if (isLink && token === null) return skipped('expired');
        return mailer.send(composeAlert(id, alert, token, context), null, signal);
      },
    },
  ];
}
