import type { z } from 'zod';
import { baseUrlOr, credential, oneOf, textOr, wholeNumberOr } from './variables.ts';

const DEFAULT_CONTEXT_DAYS = 30;

export const CONVERSION_VARIABLES = {
  META_CAPI_TOKEN: credential,
  META_API_URL: baseUrlOr('https://graph.facebook.com/v24.0'),
  META_TEST_EVENT_CODE: textOr(null),
  GA4_API_SECRET: credential,
  GA4_API_URL: baseUrlOr('https://www.google-analytics.com'),
  PURCHASE_OWNER: oneOf(['checkout', 'funil']),
  CONVERSION_CONTEXT_DAYS: wholeNumberOr(DEFAULT_CONTEXT_DAYS, 3_650),
};

export function readConversions(values: z.infer<z.ZodObject<typeof CONVERSION_VARIABLES>>) {
  const { META_CAPI_TOKEN: token, GA4_API_SECRET: apiSecret } = values;
  // Meta counts no event that carries a test code, so the code is null except during a test.
  const testEventCode = values.META_TEST_EVENT_CODE;
  return {
    /** Null: nothing is sent to Meta. */
    meta: token === null ? null : { token, apiUrl: values.META_API_URL, testEventCode },
    ga4: apiSecret === null ? null : { apiSecret, apiUrl: values.GA4_API_URL },
    /** Whether the checkout platform or this server (`funil`) reports sales to Meta and Google. */
    purchaseOwner: values.PURCHASE_OWNER,
    /** Days for which the context of a visit (docs/glossary.md) is kept. */
    contextDays: values.CONVERSION_CONTEXT_DAYS,
  };
}

type ConversionsConfig = Readonly<ReturnType<typeof readConversions>>;
export type MetaConfig = Readonly<NonNullable<ConversionsConfig['meta']>>;
export type Ga4Config = Readonly<NonNullable<ConversionsConfig['ga4']>>;

export const hasConversions = ({ meta, ga4 }: ConversionsConfig): boolean =>
  meta !== null || ga4 !== null;
