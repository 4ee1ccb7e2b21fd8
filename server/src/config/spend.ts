import type { z } from 'zod';
import type { CONVERSION_VARIABLES } from './conversions.ts';
import { credential, rawValue, refuseValue, splitList } from './variables.ts';

export interface AdTaxRate {
  /** The first day, `YYYY-MM-DD`. */
  readonly since: string;
  /** In millionths of the amount paid. */
  readonly millionths: number;
}

/** Since 2026, Meta charges advertisers in Brazil 9.25 % PIS/COFINS and 2.9 % ISS. */
const DEFAULT_AD_TAX = '0.1215';
const DEFAULT_AD_TAX_SINCE = '2026-01-01';
/** A rate such as `0.1215`, or a rate with its first day, such as `0.029@2027-01-01`. */
const TAX_RATE_PATTERN = /^(0(?:\.\d{1,6})?)(?:@(\d{4}-\d\d-\d\d))?$/;

const adTax = rawValue.transform((value, context): readonly AdTaxRate[] => {
  const trimmed = value?.trim() || DEFAULT_AD_TAX;
  const rates = splitList(trimmed).flatMap((text) => {
    const [, rate, since = DEFAULT_AD_TAX_SINCE] = TAX_RATE_PATTERN.exec(text) ?? [];
    const isValid = rate !== undefined && !Number.isNaN(Date.parse(since));
    return isValid ? [{ since, millionths: Math.round(Number(rate) * 1_000_000) }] : [];
  });
  if (rates.length === splitList(trimmed).length) {
    return rates.toSorted((a, b) => a.since.localeCompare(b.since));
  }
  return refuseValue(
    context,
    'a share from 0 to 0.999999, such as 0.1215 or 0.1215,0.029@2027-01-01',
    trimmed,
  );
});

/** Also matches Ads Manager's address, in which people find the number. */
const AD_ACCOUNT = /^(?:act_|(?:\S+[?&])?act=)?(\d{1,30})(?:[&#]\S*)?$/;

const adAccount = rawValue.transform((value, context): string | null => {
  const trimmed = value?.trim() || null;
  if (trimmed === null) return null;
  const [, digits] = AD_ACCOUNT.exec(trimmed) ?? [];
  return digits ?? refuseValue(context, 'an ad account such as act_1234567890', trimmed);
});

export const SPEND_VARIABLES = {
  META_ADS_TOKEN: credential,
  META_ADS_ACCOUNT: adAccount,
  AD_TAX_META: adTax,
};

type SpendValues = z.infer<z.ZodObject<typeof SPEND_VARIABLES & typeof CONVERSION_VARIABLES>>;

export function readSpend(values: SpendValues) {
  const { META_ADS_TOKEN: token, META_ADS_ACCOUNT: account, META_API_URL: apiUrl } = values;
  const isComplete = token !== null && account !== null;
  const missingVariable = token === null ? 'META_ADS_TOKEN' : 'META_ADS_ACCOUNT';
  return {
    // Null if a variable is missing, so that no spend is pulled.
    meta: isComplete ? { token, account, apiUrl } : null,
    // The variable that is missing although the other is set; null if both or neither are set.
    missingVariable: isComplete || (token === null && account === null) ? null : missingVariable,
    tax: values.AD_TAX_META,
  };
}

export type MetaAdsConfig = Readonly<NonNullable<ReturnType<typeof readSpend>['meta']>>;
