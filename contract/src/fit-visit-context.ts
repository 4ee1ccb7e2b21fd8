// Browser code imports this file: of files that import zod it may import types only.
import type { VisitContext } from './visit-context.ts';
import { CONTEXT_LENGTHS, PAGE_ADDRESS, TOKEN } from './visit-context-rules.ts';

const matching = (value: unknown, length: number, rule: RegExp): string | undefined =>
  typeof value === 'string' && value.length <= length && rule.test(value) ? value : undefined;

/**
 * What was told of a visit, whoever told it, without what does not fit.
 * @returns null where it names no consent that anything may be told under
 */
export function fitVisitContext(told: unknown): VisitContext | null {
  const { consent, ...rest }: Record<string, unknown> = Object(told);
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
