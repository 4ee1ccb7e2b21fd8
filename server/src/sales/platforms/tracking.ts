import { removeReference } from '@funil/contract/reference';
import type { TrackingParameters } from '../notices/notice.ts';
import { type Json, textOf, valueAt } from './json.ts';

const REFERENCE_IN_TEXT =
  /(?<![0-9a-f])(?:[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?![0-9a-f])/gi;

/** Returns the last reference in the text, because the page appends the lead's reference to the visitor's parameter. */
export function findReference(text: string | null): string | null {
  const lastReference = text?.match(REFERENCE_IN_TEXT)?.at(-1);
  return lastReference ? lastReference.replaceAll('-', '').toLowerCase() : null;
}

/** Platforms write these words for a missing value. */
const WORD_FOR_NONE = /^(?:não informado|nao informado|null|undefined|none|n\/a|-)$/i;

function readParameter(value: Json = null): string | null {
  const text = textOf(value);
  return text === null || WORD_FOR_NONE.test(text) ? null : text;
}

const withoutReference = (text: string | null) => (text && removeReference(text)) || null;

export const utmsAt = (value: Json, prefix: 'utm_' | '' = 'utm_') => ({
  source: valueAt(value, `${prefix}source`),
  medium: valueAt(value, `${prefix}medium`),
  campaign: valueAt(value, `${prefix}campaign`),
  content: valueAt(value, `${prefix}content`),
  term: valueAt(value, `${prefix}term`),
});

interface StatedParameters extends Partial<ReturnType<typeof utmsAt>> {
  readonly src?: Json;
  readonly sck?: Json;
  /** Parameters such as Kiwify's `s1`, which may only contain the reference. */
  readonly others?: readonly Json[];
}

export function trackingOf({ others = [], ...parameters }: StatedParameters): TrackingParameters {
  const src = readParameter(parameters.src);
  const sck = readParameter(parameters.sck);
  const content = readParameter(parameters.content);
  const term = readParameter(parameters.term);
  const searchedTexts = [...others.map((value) => readParameter(value)), sck, term, src, content];
  return {
    ref: searchedTexts.map(findReference).find((reference) => reference !== null) ?? null,
    src,
    sck,
    utm_source: readParameter(parameters.source),
    utm_medium: readParameter(parameters.medium),
    utm_campaign: readParameter(parameters.campaign),
    utm_content: withoutReference(content),
    utm_term: withoutReference(term),
  };
}
