import { z } from 'zod';
import { ctaSchema } from './cta.ts';
import { text, title } from './text.ts';

const reais = z.number().positive();

const priceSchema = z.strictObject({
  /** Price before the discount, struck through. A number: `3497` or `3497.50`. */
  full: reais,
  /** Price when paid at once. */
  cash: reais,
  /** How many monthly instalments. */
  installments: z.int().min(2).max(24),
  /** Value of one instalment. */
  installment: reais,
});

/** offer.yaml: the price card, made like a receipt, and the guarantee. */
export const offerSchema = z.strictObject({
  /** Small line above the title. */
  eyebrow: text,
  /** `**` marks emphasis. */
  title,
  /** One or two sentences beside the card. */
  lead: text,
  /**
   * The price in reais. Texts quote it as `{priceFull}`, `{priceCash}`, `{installments}`,
   * `{installmentValue}` and `{installmentTotal}`, written as money.
   */
  price: priceSchema,
  /** The receipt. */
  receipt: z.strictObject({
    /** Heading of the card. */
    title: text,
    /** Line under it. */
    subtitle: text,
    /** What is included, one line each. */
    items: z
      .array(
        z.strictObject({
          /** What is included. */
          name: text,
          /** How much or how often, at the right edge. */
          detail: text,
        }),
      )
      .min(3),
    /** The struck price's line: the words before it and the price. */
    full: z.strictObject({ label: text, value: text }),
    /** The price at once: before it, the price (set large), after it. */
    cash: z.strictObject({ label: text, value: text, after: text }),
    /** The instalments' line: before it and the value. */
    installments: z.strictObject({ label: text, value: text }),
    /** Small print under the prices. */
    note: text,
  }),
  /** The guarantee. */
  guarantee: z.strictObject({
    /** The seal's big number, e.g. `7 dias`. */
    seal: text,
    /** Title. */
    title: text,
    /** How it works. */
    text,
  }),
  /** Opens the lead dialog. */
  cta: ctaSchema,
});
export type OfferContent = z.infer<typeof offerSchema>;
