import { measurementIdOf } from '@funil/contract/site/google-tags';
import { readAccount } from '../ads/meta/insights.ts';
import { sendTestEvent } from '../deliveries/conversions.ts';
import { createGa4Receiver, toValidationConfig } from '../deliveries/ga4/receiver.ts';
import { verifyMail } from '../deliveries/mail/send.ts';
import { createMetaReceiver } from '../deliveries/meta/receiver.ts';
import { ApiFailure } from '../http/api-errors.ts';
import type { ConnectionContext } from './connection.ts';

const META_TIMEOUT_MS = 5_000;

/** The answers of services; absent or null: not asked. `mailRefusal` is null, too, if the mail server accepts. */
export type ConnectionProbes = Partial<Awaited<ReturnType<typeof probeConnections>>>;

/**
 * Signs in at the mail server, reads the ad account from Meta, and sends test events that do not
 * count: to Meta if a test code is configured, and to Google's validation endpoint.
 */
export async function probeConnections({ config, site, now }: ConnectionContext) {
  const { meta, ga4 } = config.conversions;
  const { pixel = null, gtag = null } = site?.tracking ?? {};
  const measurementId = measurementIdOf(gtag);
  const url = site?.url ?? '';
  const signal = AbortSignal.timeout(META_TIMEOUT_MS);
  const [mailRefusal, metaResult, ga4Result, accountResult] = await Promise.all([
    config.mail && verifyMail(config.mail.smtp),
    meta?.testEventCode && pixel
      ? sendTestEvent(createMetaReceiver(meta), { id: pixel, url }, now)
      : null,
    ga4 && measurementId
      ? sendTestEvent(createGa4Receiver(toValidationConfig(ga4)), { id: measurementId, url }, now)
      : null,
    config.spend.meta &&
      readAccount(config.spend.meta, { signal }).catch((error: unknown) => {
        if (error instanceof ApiFailure) return error;
        throw error;
      }),
  ]);
  return { mailRefusal, metaResult, ga4Result, accountResult };
}
