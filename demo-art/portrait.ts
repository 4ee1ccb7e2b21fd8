import { drawGear } from './gear.ts';
import { amber, ink, inkHigh, lime, onInk, paper } from './palette.ts';
import type { Picture } from './picture.ts';
import { earrings, face, neck } from './portrait-face.ts';
import { hairBehind, hairBeside, hairFront } from './portrait-hair.ts';

const wires = `<g fill="none" stroke="${onInk}" stroke-opacity=".3" stroke-width="5" stroke-linecap="round">
  <path d="M-10 120H212q44 0 44 44v110"/><path d="M1210 180H1000q-50 0-50 50v50"/>
  <path d="M-10 900H60q50 0 50-50v-140"/><path d="M1210 744h-150"/></g>
  <g stroke="${ink}" stroke-width="9"><circle cx="92" cy="120" r="19" fill="${amber}"/>
  <circle cx="1116" cy="180" r="19" fill="${onInk}"/><circle cx="110" cy="838" r="19" fill="${onInk}"/>
  <circle cx="1166" cy="744" r="19" fill="${amber}"/></g>`;

const body = `<path d="M60 1520c4-220 40-340 190-392 92-32 190-60 246-118 18-18 20-40 20-60h168c0 20 2 42 20 60 56 58 154 86 246 118 150 52 186 172 190 392Z" fill="${paper}"/>
  <path d="M704 1010c56 58 154 86 246 118 150 52 186 172 190 392H820Z" fill="#dfdacd"/>
  <path d="M480 1004l114 516h24l108-516Z" fill="${inkHigh}"/>`;

const lapels = `<path d="M482 996c-26 34-66 54-104 68l-28 138 72 26-44 46 214 246h4Z" fill="#fffdf7"/>
  <path d="M718 996c26 34 66 54 104 68l28 138-72 26 44 46-204 246h-22Z" fill="#ebe6d9"/>
  <g fill="none" stroke="#bdb7a6" stroke-width="5" stroke-linejoin="round" stroke-linecap="round"><path d="M350 1202l72 26-44 46 214 246"/><path d="M850 1202l-72 26 44 46-204 246"/></g>
  <path d="M900 1262h58" stroke="${ink}" stroke-width="7"/>
  <circle cx="900" cy="1262" r="17" fill="${ink}"/><circle cx="960" cy="1262" r="17" fill="#7fa51c"/>`;

export function portraitPicture(): Picture {
  return {
    file: 'fundador.png',
    width: 1200,
    height: 1500,
    scale: 1,
    body: `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1500" viewBox="0 0 1200 1500">
      <rect width="1200" height="1500" fill="${ink}"/>${wires}${drawGear(lime)}
      <g transform="rotate(-2 600 1000)">${hairBehind}</g>
      ${body}${neck}${lapels}
      <g transform="rotate(-2 600 1000)">${hairBeside}${face}${hairFront}${earrings}</g>
    </svg>`,
  };
}
