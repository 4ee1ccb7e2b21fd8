// Browser code imports this file: from files that import zod it imports types only.
import type { VisitContext } from './visit-context.ts';
import { CONTEXT_LENGTHS, PAGE_ADDRESS, TOKEN } from './visit-context-rules.ts';

const matching = (value: unknown, length: number, rule: RegExp): string | undefined =>
  typeof value === 'string' && value.length <= length && rule.test(value) ? value : undefined;

/**
 * Returns a visit's context without invalid values, whoever sent it; null if it lacks a consent that allows reporting.
 */
export function fitVisitContext(context: unknown): VisitContext | null {
  const { consent, ...rest }: Record<string, unknown> = Object(context);
  if (consent !== 'granted' && consent !== 'unasked') return null;
  const click = (name: string) => matching(rest[name], CONTEXT_LENGTHS.click, TOKEN);
  const cookie = (name: string) => matching(rest[name], CONTEXT_LENGTHS.cookie, TOKEN);
  const fitted: { [Name in keyof VisitContext]: VisitContext[Name] | undefined } = {
    consent,
    fbp: cookie('fbp'),
    fbc: click('fbc'),
    client_id: cookie('client_id'),
    session_id: cookie('session_id'),
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
