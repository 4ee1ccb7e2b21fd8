import type { Fact } from './letter.ts';

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
