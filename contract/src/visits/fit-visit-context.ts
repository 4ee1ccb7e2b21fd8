// Browser code imports this file: from files that import zod it imports types only.
import { CLICK_ID } from './tracked-events.ts';
import type { VisitContext } from './visit-context.ts';
import {
  CONTEXT_LENGTHS,
  GTAG_CLIENT_ID,
  GTAG_SESSION_ID,
  META_ID,
  PAGE_ADDRESS,
} from './visit-context-rules.ts';

const matching = (value: unknown, length: number, rule: RegExp): string | undefined =>
  typeof value === 'string' && value.length <= length && rule.test(value) ? value : undefined;

/**
 * Returns a visit's context without invalid values, whoever sent it; null if it lacks a consent that allows reporting.
 */
export function fitVisitContext(context: unknown): VisitContext | null {
  const { consent, ...rest }: Record<string, unknown> = Object(context);
  if (consent !== 'granted' && consent !== 'unasked') return null;
  const click = (name: string, rule = CLICK_ID) =>
    matching(rest[name], CONTEXT_LENGTHS.click, rule);
  const cookie = (name: string, rule: RegExp) => matching(rest[name], CONTEXT_LENGTHS.cookie, rule);
  const fitted: { [Name in keyof VisitContext]: VisitContext[Name] | undefined } = {
    consent,
    fbp: cookie('fbp', META_ID),
    fbc: click('fbc', META_ID),
    client_id: cookie('client_id', GTAG_CLIENT_ID),
    session_id: cookie('session_id', GTAG_SESSION_ID),
    gclid: click('gclid'),
    gbraid: click('gbraid'),
    wbraid: click('wbraid'),
    page_location: matching(rest.page_location, CONTEXT_LENGTHS.page, PAGE_ADDRESS),
    gtag: rest.gtag === true,
    fbq: rest.fbq === true,
    other_form: rest.other_form === true,
  };
  return JSON.parse(JSON.stringify(fitted));
}
