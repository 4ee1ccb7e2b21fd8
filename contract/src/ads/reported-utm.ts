import { UTM_FIELDS, type UtmField } from '../capture/utm.ts';
import { withoutFormatCharacters } from '../characters.ts';
import type { CreativeOrigin } from './origin-levels.ts';

/**
 * Matches placeholders that networks and senders of e-mail should have replaced. In brackets only known words match,
 * because sellers write campaigns as `[LANÇAMENTO]`. Also matches `undefined` and `null`, which pages write that pass
 * on missing UTMs.
 */
const PLACEHOLDER =
  /(?:\{|%7b){2}[^{}%]+(?:\}|%7d){2}|(?:\{|%7b)(?:[\w.]+|(?:keyword|if\w+|param\d):[^{}%]*)(?:\}|%7d)|__[A-Z]+(?:_[A-Z]+)*__|\[(?:campaign|ad_?set|ad_?group|ad|creative|placement|site|publisher)(?:_?(?:name|id))?\]|%%\w+%%|%[A-Z]+(?:_[A-Z]+)*%|\*\|\w+\|\*|^(?:undefined|null|NaN|\[object Object\]|\(not set\))$/gi;

/** The text that reports show for a UTM that contains only placeholders. */
export const UNFILLED_UTM = 'não preenchido pela rede';

/**
 * Returns a name in one normal form of Unicode, without invisible characters of a copied text, and without the slash
 * that redirects add at the end of an address.
 */
export const plainName = (text: string): string =>
  withoutFormatCharacters(text).normalize().trim().replace(/\/$/, '').trimEnd();

export function reportedUtm(value: string): string {
  const text = plainName(value);
  const written = text.replace(PLACEHOLDER, '');
  return written !== text && !/[\p{L}\p{N}]/u.test(written) ? UNFILLED_UTM : text;
}

export const withReportedUtms = <Row extends CreativeOrigin>(row: Row): Row => ({
  ...row,
  source: reportedUtm(row.source),
  medium: reportedUtm(row.medium),
  campaign: reportedUtm(row.campaign),
  content: reportedUtm(row.content),
});

/** Returns a visit's UTMs as `instagram / social · black-friday`; an empty text if all are empty. */
export function describeUtms(utms: Readonly<Record<UtmField, string | null>>): string {
  const [source, medium, ...rest] = UTM_FIELDS.map((field) => reportedUtm(utms[field] ?? ''));
  const sourceAndMedium = [source, medium].filter(Boolean).join(' / ');
  return [...new Set([sourceAndMedium, ...rest])].filter(Boolean).join(' · ');
}
