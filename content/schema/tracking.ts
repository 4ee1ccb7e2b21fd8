import { z } from 'zod';

export const trackingSchema = z.strictObject({
  /** Google tag id, e.g. `G-XXXXXXXXXX` or `AW-123456789`; `null` loads nothing from Google. */
  gtag: z
    .string()
    .regex(/^(G|AW|GT)-[A-Z0-9]+$/, { error: 'um código como "G-ABC123XYZ9", ou null' })
    .nullable(),
  /**
   * Google Ads conversion counted for each lead: account and label as Google Ads shows them in
   * `send_to`, e.g. `AW-123456789/AbC-D_efG-h12_34-567`; `null` counts none.
   */
  adsConversion: z
    .string()
    .regex(/^AW-\d+\/[\w-]+$/, {
      error: 'a conta e o rótulo, como "AW-123456789/AbCdEfGh", ou null',
    })
    .nullable()
    .default(null),
  /** Meta pixel id, digits in quotes; `null` loads nothing from Meta. */
  pixel: z
    .string()
    .regex(/^\d{6,20}$/, { error: 'só os algarismos do pixel, entre aspas, ou null' })
    .nullable(),
  /** Whether Google's `generate_lead` event carries `lead_name` and `lead_phone`. */
  sendLeadContact: z.boolean(),
  /**
   * How visitors are told about tracking. `notice`: a line says what is collected and tracking
   * runs. `banner`: Google and Meta load only after the visitor accepts.
   */
  consent: z.enum(['notice', 'banner']),
});
export type TrackingContent = z.infer<typeof trackingSchema>;
