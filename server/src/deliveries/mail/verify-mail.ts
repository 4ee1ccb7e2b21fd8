import { createTransport } from 'nodemailer';
import type { SmtpConfig } from '../../config/mail.ts';
import { explainFailure } from './explain-failure.ts';
import { smtpOptions } from './mailer.ts';

/** Longest wait for a mail server to let us in, in ms. */
const PATIENCE = 5_000;

/** Signs in at the mail server and sends nothing; what is wrong as a sentence, or null. */
export async function verifyMail(smtp: SmtpConfig, patience = PATIENCE): Promise<string | null> {
  const { host, port } = smtp;
  const late = Promise.withResolvers<string>();
  const timer = setTimeout(
    () => late.resolve(`${host}:${port} não respondeu a tempo.`),
    patience,
  ).unref();
  const transport = createTransport({ ...smtpOptions(smtp), socketTimeout: patience });
  const verified = transport.verify().then(
    () => null,
    (error: unknown) => explainFailure(error, smtp),
  );
  const trouble = await Promise.race([verified, late.promise]);
  clearTimeout(timer);
  return trouble;
}
