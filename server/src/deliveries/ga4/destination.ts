import type { Ga4Config } from '../../config/conversions.ts';
import {
  type Conversion,
  type ConversionParts,
  createConversionDestination,
  type Reason,
} from '../conversion.ts';
import { wasReported } from '../conversion-history.ts';
import { postConversion } from '../conversion-post.ts';
import type { Destination } from '../destination.ts';
import { composeGa4Request, findGa4SkipReason, GA4_EVENTS } from './compose.ts';
import { collectAddress, judgeGa4Answer } from './send.ts';

/** Returns the stream of an Analytics tag; null for other tags, which take no events by this protocol. */
export const streamOf = (gtag: string | null): string | null =>
  gtag?.startsWith('G-') ? gtag : null;

/** Returns the destination that reports conversions to Google's Measurement Protocol. */
export function createGa4Destination({
  config,
  ownsPurchase,
  ...parts
}: ConversionParts<Ga4Config>): Destination {
  async function findSkipReason(conversion: Conversion): Promise<Reason | null> {
    if (GA4_EVENTS[conversion.fact.type] === 'refund') {
      const report = { destination: 'ga4', subject: conversion.subject };
      const isReported = (...types: Parameters<typeof wasReported>[1]['types']) =>
        wasReported(parts.database, { ...report, types });
      if (!(await isReported('sale.paid'))) return 'never-told';
      // A sale that is both refunded and disputed counts as one refund.
      if (await isReported('sale.refunded', 'sale.chargeback')) return 'told-before';
    }
    return findGa4SkipReason(conversion);
  }

  return createConversionDestination(parts, {
    name: 'ga4',
    subscribesTo: (type) => type === 'lead.created' || (ownsPurchase && type in GA4_EVENTS),
    findId: ({ gtag }) => streamOf(gtag),
    findSkipReason,
    send({ id, fact, visit, now }, signal) {
      const request = composeGa4Request(fact, visit, now);
      const judge = judgeGa4Answer;
      return postConversion(collectAddress(config, id), request, { signal, judge });
    },
  });
}
