import type { MetaConfig } from '../../config/conversions.ts';
import { type ConversionParts, createConversionDestination } from '../conversion.ts';
import { postConversion } from '../conversion-post.ts';
import type { Destination } from '../destination.ts';
import { composeMetaEvent, composeMetaRequest, findMetaSkipReason } from './compose.ts';
import { eventsAddress, judgeMetaAnswer } from './send.ts';

/** Returns the destination that reports conversions to Meta's Conversions API. */
export const createMetaDestination = ({
  config,
  ownsPurchase,
  ...parts
}: ConversionParts<MetaConfig>): Destination =>
  createConversionDestination(parts, {
    name: 'meta',
    subscribesTo: (type) =>
      type === 'lead.created' ||
      type === 'application.created' ||
      (ownsPurchase && type === 'sale.paid'),
    findId: ({ pixel }) => pixel,
    findSkipReason: findMetaSkipReason,
    send({ id, ...conversion }, signal) {
      const request = composeMetaRequest(config, composeMetaEvent(conversion));
      const judge = judgeMetaAnswer;
      return postConversion(eventsAddress(config, id), request, { signal, judge });
    },
  });
