import { oneLine } from './typed-text.ts';

/** A first name and nothing else: no address, no digits, no sentence. */
const FIRST_NAME = /^\p{L}[\p{L}\p{M}'’-]{1,19}$/u;

/** How somebody is called, or null where what was typed does not say. */
export function firstName(name: string): string | null {
  const [word = ''] = oneLine(name, 200).split(' ');
  if (!FIRST_NAME.test(word)) return null;
  const isShouted = word === word.toUpperCase() || word === word.toLowerCase();
  if (!isShouted) return word;
  return word.charAt(0).toLocaleUpperCase('pt-BR') + word.slice(1).toLocaleLowerCase('pt-BR');
}

/** A first message on WhatsApp, up to what it is about. */
export function greet(name: string | null, product: string | null, about: string): string {
  const called = name === null ? null : firstName(name);
  const hello = called === null ? 'Oi!' : `Oi, ${called}!`;
  const us = product === null ? '' : ` Aqui é da equipe ${oneLine(product, 60)}.`;
  return `${hello}${us} ${about}`;
}
