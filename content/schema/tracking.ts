import { z } from 'zod';

export const trackingSchema = z.strictObject({
  /** Google tag id, e.g. `G-XXXXXXXXXX` or `AW-123456789`; `null` loads nothing from Google. */
  gtag: z
    .string()
    .regex(/^(G|AW|GT)-[A-Z0-9]+$/, { error: 'um código como "G-ABC123XYZ9", ou null' })
    .nullable(),
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
