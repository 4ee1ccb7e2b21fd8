import { withoutReference } from '@funil/contract/reference';
import type { Tracking } from '../notice.ts';
import { at, type Json, textOf } from './json.ts';

/** 32 hexadecimal digits that stand alone, or a UUID as it is usually written. */
const REFERENCE =
  /(?<![0-9a-f])(?:[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?![0-9a-f])/gi;

/** Our reference in what a parameter brought back: the last one, since ours comes after the visitor's. */
export function findReference(text: string | null): string | null {
  const last = text?.match(REFERENCE)?.at(-1);
  return last ? last.replaceAll('-', '').toLowerCase() : null;
}

/** Words that platforms write for «nothing». */
const NOTHING = /^(?:não informado|nao informado|null|undefined|none|n\/a|-)$/i;

function said(value: Json | undefined): string | null {
  const text = textOf(value ?? null);
  return text === null || NOTHING.test(text) ? null : text;
}

/** The visitor's own part of a UTM that carries the reference, too. */
const ownPart = (text: string | null) => (text && withoutReference(text)) || null;

/** The UTMs at a place; `prefix`: what stands there before their names. */
export const utmsAt = (place: Json, prefix: 'utm_' | '' = 'utm_') => ({
  source: at(place, `${prefix}source`),
  medium: at(place, `${prefix}medium`),
  campaign: at(place, `${prefix}campaign`),
  content: at(place, `${prefix}content`),
  term: at(place, `${prefix}term`),
});

interface Returned {
  readonly src?: Json;
  readonly sck?: Json;
  readonly source?: Json;
  readonly medium?: Json;
  readonly campaign?: Json;
  readonly content?: Json;
  readonly term?: Json;
  /** What else a platform gives back, such as Kiwify's `s1`; looked through for the reference only. */
  readonly others?: readonly Json[];
}

/**
 * What came back, and our reference in it: in the parameters made for references first, then where UTMs
 * are all that comes back.
 */
export function trackingOf(returned: Returned): Tracking {
  const { others = [] } = returned;
  const src = said(returned.src);
  const sck = said(returned.sck);
  const content = said(returned.content);
  const term = said(returned.term);
  const places = [...others.map(said), sck, term, src, content];
  const ref = places.map(findReference).find((found) => found !== null) ?? null;
  return {
    ref,
    src,
    sck,
    utm_source: said(returned.source),
    utm_medium: said(returned.medium),
    utm_campaign: said(returned.campaign),
    utm_content: ownPart(content),
    utm_term: ownPart(term),
  };
}
