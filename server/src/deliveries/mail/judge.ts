import type { SmtpConfig } from '../../config/mail.ts';
import type { Outcome } from '../destination.ts';
import { explainFailure, isMailError } from './explain-failure.ts';

interface Circumstances {
  readonly smtp: SmtpConfig;
  /** The server is being stopped, and ended the try. */
  readonly isStopping: boolean;
}

/** A message that is too large or cannot be read (RFC 3463: 5.3.4, 5.6.x) is so each time. */
const HOPELESS = /^552(?![ -]5\.2)|^5\d\d[ -]5\.(?:3\.4|6\.)/;

/**
 * What a failed try comes to. Nearly all is tried again, a permanent refusal too: that is said of senders,
 * recipients, logins and daily limits, which somebody mends or midnight does.
 */
export function judge(error: unknown, { smtp, isStopping }: Circumstances): Outcome {
  const { code, responseCode, response = '' } = isMailError(error) ? error : {};
  const status = responseCode ?? null;
  if (code === 'EABORT') return { result: 'failed', status, answer: sayAborted(smtp, isStopping) };
  const isHopeless = code === 'EMESSAGE' && HOPELESS.test(response);
  const answer = explainFailure(error, smtp);
  return { result: isHopeless ? 'refused' : 'failed', status, answer };
}

/** Refused for good once all of it was read: for what it says, it may be. */
export const isRefusedForItsWords = (error: unknown): boolean =>
  isMailError(error) && error.code === 'EMESSAGE' && (error.responseCode ?? 0) >= 500;

const sayAborted = ({ host, port }: SmtpConfig, isStopping: boolean) =>
  isStopping
    ? 'O servidor parou durante o envio.'
    : `${host}:${port} não terminou de responder a tempo.`;
