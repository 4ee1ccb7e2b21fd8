import { removeReference } from '@funil/contract/capture/reference';
import type { TrackingParameters } from '../notices/notice.ts';
import { type Json, textOf, valueAt } from './json.ts';

const REFERENCE_IN_TEXT =
  /(?<![0-9a-f])(?:[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?![0-9a-f])/gi;

/** Returns the last reference in the text, because the page appends the lead's reference to the visitor's parameter. */
export function findReference(text: string | null): string | null {
  const lastReference = text?.match(REFERENCE_IN_TEXT)?.at(-1);
  return lastReference ? lastReference.replaceAll('-', '').toLowerCase() : null;
}

const withoutReference = (text: string | null) => (text && removeReference(text)) || null;

export const utmsAt = (value: Json, prefix: 'utm_' | '' = 'utm_') => ({
  source: valueAt(value, `${prefix}source`),
  medium: valueAt(value, `${prefix}medium`),
  campaign: valueAt(value, `${prefix}campaign`),
  content: valueAt(value, `${prefix}content`),
  term: valueAt(value, `${prefix}term`),
});

interface NoticeParameters extends Partial<ReturnType<typeof utmsAt>> {
  readonly src?: Json;
  readonly sck?: Json;
  /** Parameters such as Kiwify's `s1`, which are searched for the reference and not stored. */
  readonly others?: readonly Json[];
}

export function trackingOf({ others = [], ...parameters }: NoticeParameters): TrackingParameters {
  const src = textOf(parameters.src);
  const sck = textOf(parameters.sck);
  const content = textOf(parameters.content);
  const term = textOf(parameters.term);
  const searchedTexts = [...others.map((value) => textOf(value)), sck, term, src, content];
  return {
    ref: searchedTexts.map(findReference).find((reference) => reference !== null) ?? null,
    src,
    sck,
    utm_source: textOf(parameters.source),
    utm_medium: textOf(parameters.medium),
    utm_campaign: textOf(parameters.campaign),
    utm_content: withoutReference(content),
    utm_term: withoutReference(term),
  };
}
