import { countDigits } from './phone.ts';

export const NAME_MIN = 2;
export const NAME_MAX = 200;
export const PHONE_DIGITS_MIN = 10;
export const PHONE_MAX = 40;
/** What the visitor reads when they are not held to. */
export const NAME_MESSAGE = 'Nome deve ter pelo menos 2 caracteres';
export const PHONE_MESSAGE = 'WhatsApp inválido (mínimo 10 dígitos)';

/** Counts code points, as SQL does, of what is left without surrounding spaces. */
export const hasLength = (text: string, least: number): boolean => [...text.trim()].length >= least;

export const isName = (text: string): boolean => hasLength(text, NAME_MIN);
export const isPhone = (text: string): boolean => countDigits(text) >= PHONE_DIGITS_MIN;
