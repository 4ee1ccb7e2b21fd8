import type { MetaConfig } from '../../config/conversions.ts';
import { type ConversionParts, createConversionDestination } from '../conversion.ts';
import type { Destination } from '../destination.ts';
import { composeMetaEvent, composeMetaRequest, findMetaSkipReason } from './compose.ts';
import { eventsAddress, judgeMetaResponse } from './send.ts';

/** Returns the destination that reports conversions to Meta's Conversions API. */
export const createMetaDestination = ({
  config,
  reportsPurchases,
  ...parts
}: ConversionParts<MetaConfig>): Destination =>
  createConversionDestination(parts, {
    name: 'meta',
    subscribesTo: (type) =>
      type === 'lead.created' ||
      type === 'application.created' ||
      (reportsPurchases && type === 'sale.paid'),
    findId: ({ pixel }) => pixel,
    findSkipReason: findMetaSkipReason,
    compose: ({ id, ...context }) => ({
      address: eventsAddress(config, id),
      body: composeMetaRequest(config, composeMetaEvent(context)),
    }),
    judge: judgeMetaResponse,
  });
