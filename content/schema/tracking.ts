import { ADS_CONVERSION, GOOGLE_TAG, META_PIXEL } from '@funil/contract/site-facts';
import { z } from 'zod';

export const trackingSchema = z.strictObject({
  gtag: z
    .string()
    .regex(GOOGLE_TAG, { error: 'um código como "G-ABC123XYZ9", ou null' })
    .nullable()
    .describe(
      'Código da tag do Google, como `G-XXXXXXXXXX` ou `AW-123456789`; `null` não carrega nada do Google.',
    ),
  adsConversion: z
    .string()
    .regex(ADS_CONVERSION, {
      error: 'a conta e o rótulo, como "AW-123456789/AbCdEfGh", ou null',
    })
    .nullable()
    .default(null)
    .describe(
      'Conversão do Google Ads contada a cada lead: conta e rótulo como em `send_to`, por exemplo `AW-123456789/AbC-D_efG`; `null` não conta.',
    ),
  pixel: z
    .string()
    .regex(META_PIXEL, { error: 'só os algarismos do pixel, entre aspas, ou null' })
    .nullable()
    .describe('Código do pixel da Meta, entre aspas; `null` não carrega nada da Meta.'),
  sendLeadContact: z
    .boolean()
    .describe('Se o evento `generate_lead` do Google leva nome e telefone.'),
  consent: z
    .enum(['notice', 'banner'])
    .describe(
      '`notice` apenas avisa, e a medição roda; `banner` só carrega Google e Meta depois do aceite.',
    ),
});
export type TrackingContent = z.infer<typeof trackingSchema>;
