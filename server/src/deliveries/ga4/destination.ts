import type { WebhookEvent } from '@funil/contract/webhook-events';
import type { Ga4Config } from '../../config/conversions.ts';
import { type ConversionParts, createConversionDestination } from '../conversion.ts';
import { wasReported } from '../conversion-history.ts';
import type { Destination } from '../destination.ts';
import { composeGa4Request, findGa4SkipReason, GA4_EVENTS } from './compose.ts';
import { collectAddress, judgeGa4Response } from './send.ts';

/** Returns the measurement id of an Analytics tag; null for other tags, which do not support this protocol. */
export const measurementIdOf = (gtag: string | null): string | null =>
  gtag?.startsWith('G-') ? gtag : null;

/** Returns the destination that reports conversions to Google's Measurement Protocol. */
export const createGa4Destination = ({
  config,
  reportsPurchases,
  ...parts
}: ConversionParts<Ga4Config>): Destination =>
  createConversionDestination(parts, {
    name: 'ga4',
    subscribesTo: (type) => type === 'lead.created' || (reportsPurchases && type in GA4_EVENTS),
    findId: ({ gtag }) => measurementIdOf(gtag),
    async findSkipReason(context) {
      if (GA4_EVENTS[context.conversion.type] === 'refund') {
        const isReported = (...types: WebhookEvent[]) =>
          wasReported(parts.database, { destination: 'ga4', subject: context.subject, types });
        if (!(await isReported('sale.paid'))) return 'never-sent';
        // A sale that is both refunded and disputed counts as one refund.
        if (await isReported('sale.refunded', 'sale.chargeback')) return 'sent-before';
      }
      return findGa4SkipReason(context);
    },
    compose: ({ id, conversion, visit, now }) => ({
      address: collectAddress(config, id),
      body: composeGa4Request(conversion, visit, now),
    }),
    judge: judgeGa4Response,
  });
