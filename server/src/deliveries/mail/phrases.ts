import type { SalePayload } from '@funil/contract/webhook-payloads';
import type { Fact } from './layout.ts';
import { MAX_LINE_LENGTH, oneLine } from './visitor-text.ts';

/** Most people of a digest; the others are counted. Gmail hides what is beyond 102 kB of a message. */
export const MAX_PEOPLE = 60;

const whole = new Intl.NumberFormat('pt-BR');

/** `1 pessoa`, `2 pessoas`. */
export const plural = (count: number, one: string, many: string): string =>
  `${whole.format(count)} ${count === 1 ? one : many}`;

export const joinParts = (...parts: readonly (string | null)[]): string =>
  parts
    .map((part) => oneLine(part ?? '', MAX_LINE_LENGTH))
    .filter((part) => part !== '')
    .join(' · ');

type Origin = Pick<
  SalePayload,
  'utm_source' | 'utm_medium' | 'utm_campaign' | 'utm_content' | 'utm_term'
>;

/** Returns a visitor's origin: `instagram / social · black-friday`; empty if unknown. */
export function describeOrigin({ utm_source, utm_medium, ...rest }: Origin): string {
  const source = [utm_source, utm_medium].filter(Boolean).join(' / ');
  return joinParts(source, rest.utm_campaign, rest.utm_content, rest.utm_term);
}

/** How long a visit was: `12 min, 3 páginas`. */
export function describeVisit(seconds: number, pages: number): string {
  const minutes = Math.round(seconds / 60);
  const time =
    seconds < 60
      ? `${seconds} s`
      : minutes < 120
        ? `${minutes} min`
        : plural(Math.round(minutes / 60), 'hora', 'horas');
  return `${time}, ${plural(pages, 'página', 'páginas')}`;
}

/** Returns why a visitor may be a robot; null without a suspicion. */
export function describeSuspicion(suspect: string | null): string | null {
  if (!suspect) return null;
  return suspect.includes('honeypot')
    ? 'Parece um robô: preencheu um campo que ninguém vê.'
    : 'Pode ser um robô: preencheu o formulário rápido demais. O preenchimento automático do navegador também faz isso.';
}

const METHODS: Readonly<Record<string, string>> = {
  pix: 'Pix',
  boleto: 'Boleto',
  credit_card: 'Cartão de crédito',
};
export const describePaymentMethod = (method: string | null): string =>
  method === null ? '' : (METHODS[method] ?? method);

const CHOICES: Readonly<Record<string, string>> = {
  'menos-5k': 'menos de R$ 5 mil',
  '5k-10k': 'de R$ 5 mil a R$ 10 mil',
  '10k-30k': 'de R$ 10 mil a R$ 30 mil',
  '30k-50k': 'de R$ 30 mil a R$ 50 mil',
  '6meses': 'em 6 meses',
  '1ano': 'em 1 ano',
  '2anos': 'em 2 anos',
  '3anos+': 'em 3 anos ou mais',
};
/** An answer that was chosen, in words. */
export const describeChoice = (value: string): string => CHOICES[value] ?? value;

const ZONE = 'America/Sao_Paulo';
const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('pt-BR', { timeZone: ZONE, ...options });

const shortWeekday = format({ weekday: 'short' });
const longDay = format({ weekday: 'long', day: 'numeric', month: 'long' });
const numbers = format({ day: 'numeric', month: 'numeric' });
const clock = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** A weekday alone tells a day for so long, in ms. */
const WEEK = 6 * 24 * 60 * 60 * 1000;

/** The hour as people plural it: `14h`, `14h30`. */
function formatHour(time: number): string {
  const [hour = '', minute = ''] = clock.format(time).split(':');
  return `${Number(hour)}h${minute === '00' ? '' : minute}`;
}

/** A moment of these days in Brasília: `sex., 14h`; one further away with its date: `sex., 04/12, 14h`. */
export function formatShort(time: number, now: number): string {
  const date = Math.abs(time - now) < WEEK ? '' : ` ${numbers.format(time)},`;
  return `${shortWeekday.format(time)},${date} ${formatHour(time)}`;
}

/** `sexta-feira, 27 de novembro, às 14h`, in Brasília. */
export function formatLong(time: number): string {
  const hour = formatHour(time);
  return `${longDay.format(time)}, ${/^1h/.test(hour) ? 'à' : 'às'} ${hour}`;
}

/** `sáb., 21/11, 16h43`, in Brasília. */
export const formatDay = (time: number): string =>
  `${shortWeekday.format(time)}, ${numbers.format(time)}, ${formatHour(time)}`;

/** A first name and nothing else: no address, no digits, no sentence. */
const FIRST_NAME = /^\p{L}[\p{L}\p{M}'’-]{1,19}$/u;

/** Returns the first name in a typed name; null if the text holds none. */
export function firstName(name: string): string | null {
  const [word = ''] = oneLine(name, 200).split(' ');
  if (!FIRST_NAME.test(word)) return null;
  const isShouted = word === word.toUpperCase() || word === word.toLowerCase();
  if (!isShouted) return word;
  return word.charAt(0).toLocaleUpperCase('pt-BR') + word.slice(1).toLocaleLowerCase('pt-BR');
}

/** A first message on WhatsApp, up to what it is about. */
export function writeGreeting(name: string | null, product: string | null, about: string): string {
  const called = name === null ? null : firstName(name);
  const hello = called === null ? 'Oi!' : `Oi, ${called}!`;
  const us = product === null ? '' : ` Aqui é da equipe ${oneLine(product, 60)}.`;
  return `${hello}${us} ${about}`;
}

/** An address that can stand in a header and be copied; the form takes stranger ones, `https://x.com/@y.z` too. */
const PLAIN_ADDRESS = /^[A-Za-z0-9._%+'-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,24}$/;
const PLAIN_NUMBER = /^\+?[\d\s().-]{8,40}$/;
const WHATSAPP = /^https:\/\/wa\.me\/\d{10,15}$/;

export const plainAddress = (email: string | null): string | null =>
  email !== null && PLAIN_ADDRESS.test(email) ? email : null;

export const addressFact = (value: string): Fact => ({
  label: 'E-mail',
  value,
  isContact: PLAIN_ADDRESS.test(value),
});

export const numberFact = (value: string, label = 'WhatsApp'): Fact => ({
  label,
  value,
  isContact: PLAIN_NUMBER.test(value),
});

/** The chat with a greeting in it, ready to be sent; null where the number cannot be dialled. */
export const chatLink = (waMe: string | null, greeting: string): string | null =>
  waMe !== null && WHATSAPP.test(waMe) ? `${waMe}?text=${encodeURIComponent(greeting)}` : null;

export const mailLink = (address: string): string => `mailto:${encodeURIComponent(address)}`;
