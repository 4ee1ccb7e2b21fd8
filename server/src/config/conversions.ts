import { z } from 'zod';
import { VISIT_CONTEXT_DAYS } from '../store/retention.ts';
import { address, credential, oneOf, text, wholeNumber } from './variables.ts';

/** Meta's Conversions API. */
export interface MetaConfig {
  readonly token: string;
  /** Without a slash at its end. */
  readonly apiUrl: string;
  /** Marks what is sent as a test that counts nowhere; null: it counts. */
  readonly testEventCode: string | null;
}

/** Google's Measurement Protocol. */
export interface Ga4Config {
  readonly apiSecret: string;
  /** Without a slash at its end. */
  readonly apiUrl: string;
}

export interface ConversionsConfig {
  /** Null: nothing is sent. */
  readonly meta: MetaConfig | null;
  readonly ga4: Ga4Config | null;
  /** Who tells both of sales; the checkout's own integration, unless it is switched off there. */
  readonly purchaseOwner: 'checkout' | 'funil';
  /** Days until what is kept of a visit is erased. */
  readonly contextDays: number;
}

export const CONVERSION_VARIABLES = {
  META_CAPI_TOKEN: credential,
  META_API_URL: address('https://graph.facebook.com/v24.0'),
  META_TEST_EVENT_CODE: text(null),
  GA4_API_SECRET: credential,
  GA4_API_URL: address('https://www.google-analytics.com'),
  PURCHASE_OWNER: oneOf(['checkout', 'funil']),
  CONVERSION_CONTEXT_DAYS: wholeNumber(VISIT_CONTEXT_DAYS, 3_650),
};

const variables = z.object(CONVERSION_VARIABLES);

export function readConversions(values: z.infer<typeof variables>): ConversionsConfig {
  const { META_CAPI_TOKEN: token, GA4_API_SECRET: apiSecret } = values;
  const testEventCode = values.META_TEST_EVENT_CODE;
  return {
    meta: token === null ? null : { token, apiUrl: values.META_API_URL, testEventCode },
    ga4: apiSecret === null ? null : { apiSecret, apiUrl: values.GA4_API_URL },
    purchaseOwner: values.PURCHASE_OWNER,
    contextDays: values.CONVERSION_CONTEXT_DAYS,
  };
}

/** Whether anything is told to Meta or Google, and so something to be kept of visits. */
export const hasConversions = ({ meta, ga4 }: ConversionsConfig): boolean =>
  meta !== null || ga4 !== null;
