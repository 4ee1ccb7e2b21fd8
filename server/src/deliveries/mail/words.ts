import { namePaymentMethod } from '@funil/contract/sale';
import type { SalePayload } from '@funil/contract/webhook-payloads';
import { oneLine } from './typed-text.ts';

/** Most characters of what is shown in one line. */
export const LINE = 200;

/** Most people of a digest; the others are counted. Gmail hides what is beyond 102 kB of a message. */
export const MOST_PEOPLE = 60;

const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const whole = new Intl.NumberFormat('pt-BR');

export const sayCents = (cents: number): string => reais.format(cents / 100);

/** `1 pessoa`, `2 pessoas`. */
export const say = (count: number, one: string, many: string): string =>
  `${whole.format(count)} ${count === 1 ? one : many}`;

export const joined = (...parts: readonly (string | null)[]): string =>
  parts
    .map((part) => oneLine(part ?? '', LINE))
    .filter((part) => part !== '')
    .join(' · ');

type Origin = Pick<
  SalePayload,
  'utm_source' | 'utm_medium' | 'utm_campaign' | 'utm_content' | 'utm_term'
>;

/** Where somebody came from: `instagram / social · black-friday`; empty where nothing is known. */
export function sayOrigin({ utm_source, utm_medium, ...rest }: Origin): string {
  const source = [utm_source, utm_medium].filter(Boolean).join(' / ');
  return joined(source, rest.utm_campaign, rest.utm_content, rest.utm_term);
}

/** How long a visit was: `12 min, 3 páginas`. */
export function sayVisit(seconds: number, pages: number): string {
  const minutes = Math.round(seconds / 60);
  const time =
    seconds < 60
      ? `${seconds} s`
      : minutes < 120
        ? `${minutes} min`
        : say(Math.round(minutes / 60), 'hora', 'horas');
  return `${time}, ${say(pages, 'página', 'páginas')}`;
}

/** Why somebody may be a robot; null where nothing looks so. */
export function saySuspicion(suspect: string | null): string | null {
  if (!suspect) return null;
  return suspect.includes('honeypot')
    ? 'Parece um robô: preencheu um campo que ninguém vê.'
    : 'Pode ser um robô: preencheu o formulário rápido demais. O preenchimento automático do navegador também faz isso.';
}

export const sayMethod = (method: string | null): string =>
  method === null ? '' : namePaymentMethod(method, 'label');

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
export const sayChoice = (value: string): string => CHOICES[value] ?? value;
