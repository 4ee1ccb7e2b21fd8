import { markShapes } from './mark.ts';
import { ink, lime } from './palette.ts';

/** The mark alone, in the colour of where it stands. */
export const logoSvg = () =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${markShapes}</svg>\n`;

/** The mark on a rounded square; the build makes every size and shape of it. */
export const iconSvg = () =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${ink}"/><g color="${lime}">${markShapes}</g></svg>\n`;
