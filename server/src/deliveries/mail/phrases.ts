import { describeUtms } from '@funil/contract/ads/reported-utm';
import { BRASILIA_TIME_ZONE } from '@funil/contract/brasilia';
import { suspectLabel } from '@funil/contract/console/answer-labels';
import { readFirstName } from '@funil/contract/contacts/first-name';
import { formatQuantity } from '@funil/contract/counts';
import type { ApplicationPayload } from '@funil/contract/deliveries/webhook-payloads';
import { DAY_MS, formatSeconds } from '@funil/contract/durations';
import type { EmailAction, LabeledValue, MailContext } from './layout.ts';
import { MAX_LINE_LENGTH, toOneLine } from './visitor-text.ts';

export const joinWithDots = (...texts: readonly (string | null)[]): string =>
  texts
    .map((text) => toOneLine(text ?? '', MAX_LINE_LENGTH))
    .filter((text) => text !== '')
    .join(' · ');

export const describeOrigin = (utms: Parameters<typeof describeUtms>[0]): string =>
  toOneLine(describeUtms(utms), MAX_LINE_LENGTH);

export const visitField = ({
  tempo_jornada_segundos: seconds,
  paginas_visitadas: pages,
}: Pick<ApplicationPayload, 'tempo_jornada_segundos' | 'paginas_visitadas'>): LabeledValue => ({
  label: 'Visita',
  value: `${formatSeconds(seconds)}, ${formatQuantity(pages, 'página', 'páginas')}`,
});

export const listAnswers = (
  { perguntas = [] }: Pick<ApplicationPayload, 'perguntas'>,
  excludedKeys: readonly string[] = [],
) =>
  perguntas
    .filter(({ chave }) => !excludedKeys.includes(chave))
    .map(({ pergunta, resposta }) => ({ question: pergunta, text: resposta }))
    .filter(({ text }) => toOneLine(text, MAX_LINE_LENGTH) !== '');

export function describeSuspicion(suspect: string | null): string | null {
  return suspect && `Parece um robô: ${suspectLabel(suspect).toLowerCase()}.`;
}

const timeFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('pt-BR', { timeZone: BRASILIA_TIME_ZONE, ...options });

const shortWeekday = timeFormat({ weekday: 'short' });
const longDay = timeFormat({ weekday: 'long', day: 'numeric', month: 'long' });
const dayAndMonth = timeFormat({ day: 'numeric', month: 'numeric' });
const timeOfDay = timeFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** A day nearer than this is written as its weekday, without a date. */
const WEEKDAY_IS_CLEAR_MS = 6 * DAY_MS;

function formatHour(time: number): string {
  const [hour = '', minute = ''] = timeOfDay.format(time).split(':');
  return `${Number(hour)}h${minute === '00' ? '' : minute}`;
}

/** Returns the time in Brasília: `sex., 14h`, or `sex., 04/12, 14h` if the day is further away. */
export function formatShortTime(time: number, now: number): string {
  const date = Math.abs(time - now) < WEEKDAY_IS_CLEAR_MS ? '' : ` ${dayAndMonth.format(time)},`;
  return `${shortWeekday.format(time)},${date} ${formatHour(time)}`;
}

export function formatLongTime(time: number): string {
  const hour = formatHour(time);
  return `${longDay.format(time)}, ${/^1h/.test(hour) ? 'à' : 'às'} ${hour}`;
}

export function formatDayAndTime(timestamp: string): string {
  const time = Date.parse(timestamp);
  return `${shortWeekday.format(time)}, ${dayAndMonth.format(time)}, ${formatHour(time)}`;
}

function writeGreeting(name: string | null, product: string | null, text: string): string {
  const givenName = name === null ? null : readFirstName(toOneLine(name, MAX_LINE_LENGTH));
  const salutation = givenName === null ? 'Oi!' : `Oi, ${givenName}!`;
  const sender = product === null ? '' : ` Aqui é da equipe ${toOneLine(product, 60)}.`;
  return `${salutation}${sender} ${text}`;
}

/** The form accepts addresses such as `https://x.com/@y.z`, which must not get into a link. */
const PLAIN_ADDRESS = /^[A-Za-z0-9._%+'-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,24}$/;
const PLAIN_NUMBER = /^\+?[\d\s().-]{8,40}$/;
const WHATSAPP_LINK = /^https:\/\/wa\.me\/\d{10,15}$/;

export const plainEmail = (email: string | null): string | null =>
  email !== null && PLAIN_ADDRESS.test(email) ? email : null;

export const emailField = (value: string): LabeledValue => ({
  label: 'E-mail',
  value,
  isContact: PLAIN_ADDRESS.test(value),
});

export const phoneField = (value: string, label = 'WhatsApp'): LabeledValue => ({
  label,
  value,
  isContact: PLAIN_NUMBER.test(value),
});

interface ChatButton {
  readonly label: string;
  readonly waMe: string | null;
  readonly name: string | null;
  readonly text: string;
}

/** Returns the action that opens a WhatsApp chat; an empty list if the number cannot be dialed. */
export function chatAction(
  { label, waMe, name, text }: ChatButton,
  { product }: MailContext,
): EmailAction[] {
  if (waMe === null || !WHATSAPP_LINK.test(waMe)) return [];
  const greeting = writeGreeting(name, product, text);
  return [{ label, href: `${waMe}?text=${encodeURIComponent(greeting)}` }];
}

export function mailAction(label: string, email: string | null): EmailAction[] {
  const address = plainEmail(email);
  return address === null ? [] : [{ label, href: `mailto:${encodeURIComponent(address)}` }];
}

export const consoleAction = (
  path: string,
  { consoleUrl }: MailContext,
  label = 'Abrir no painel',
): EmailAction[] => (consoleUrl === null ? [] : [{ label, href: `${consoleUrl}${path}` }]);
