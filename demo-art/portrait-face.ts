import { amber, ink, paper } from './palette.ts';

/** A face's colours: its skin lit, in half shade and in shadow, and what stands in it. */
export interface Tones {
  readonly skin: string;
  readonly shade: string;
  readonly deep: string;
  readonly brows: string;
  readonly iris: string;
  readonly upperLip: string;
  readonly lowerLip: string;
}

const founder: Tones = {
  skin: '#bd7f57',
  shade: '#a4673f',
  deep: '#7d4a2d',
  brows: '#23150f',
  iris: '#4a2c1a',
  upperLip: '#8c3b35',
  lowerLip: '#a94f48',
};

export const outline =
  'M424 590C424 470 500 410 600 410s176 60 176 180v84c0 84-30 142-82 190-30 28-60 44-94 44s-64-16-94-44c-52-48-82-106-82-190Z';
export const shadeSide =
  'M612 400c-4 70-2 130 4 186 4 44 12 100 28 152 6 18-4 30-22 32l-18 6c2 14 4 20 4 30v110h200V400Z';

export function drawEye(x: number, outward: 1 | -1, { deep, brows, iris }: Tones): string {
  const at = (dx: number, dy: number) => `${x + dx * outward} ${650 + dy}`;
  const white = `M${at(-42, 7)}Q${at(-8, -44)} ${at(42, -3)}Q${at(6, 32)} ${at(-42, 7)}Z`;
  const clip = `eye-${x}`;
  return `<clipPath id="${clip}"><path d="${white}"/></clipPath>
    <path d="${white}" fill="${paper}"/>
    <g clip-path="url(#${clip})"><circle cx="${x}" cy="645" r="23" fill="${iris}"/>
      <circle cx="${x}" cy="645" r="11" fill="${ink}"/><circle cx="${x + 8}" cy="637" r="5.5" fill="${paper}"/></g>
    <path d="M${at(-43, 8)}Q${at(-8, -46)} ${at(44, -4)}L${at(55, -14)}" fill="none" stroke="${ink}" stroke-width="9"
      stroke-linecap="round" stroke-linejoin="round"/>
    <path d="M${at(-32, -32)}Q${at(4, -58)} ${at(42, -32)}" fill="none" stroke="${deep}" stroke-width="5"
      stroke-linecap="round" opacity=".7"/>
    <path d="M${at(-50, -62)}Q${at(2, -96)} ${at(64, -60)}Q${at(68, -53)} ${at(60, -53)}Q${at(4, -78)} ${at(-44, -48)}Q${at(-57, -48)} ${at(-50, -62)}Z"
      fill="${brows}"/>`;
}

export const drawNose = ({
  deep,
}: Tones) => `<path d="M562 752q4 22 26 17 12 8 26 0 24 4 28-18" fill="none" stroke="${deep}" stroke-width="7"
  stroke-linecap="round" stroke-linejoin="round"/>`;

export const drawMouth = ({
  upperLip,
  lowerLip,
}: Tones) => `<path d="M534 816q36-12 54-14 12 6 24 0 20 2 56 12-30 20-68 20-38 0-66-18Z" fill="${upperLip}"/>
  <path d="M544 822q56 18 114-2-16 42-58 42t-56-40Z" fill="${lowerLip}"/>
  <path d="M526 809q32 25 74 24 44 0 76-26" fill="none" stroke="#5c231f" stroke-width="6" stroke-linecap="round"/>`;

export const drawEarring = (
  x: number,
) => `<path d="M${x} 742v26" stroke="${amber}" stroke-width="6" stroke-linecap="round"/>
  <circle cx="${x}" cy="786" r="17" fill="${amber}"/>`;

export const drawNeck = ({
  skin,
  deep,
}: Tones) => `<path d="M508 800h184v116c0 34 14 52 40 64-20 74-72 120-132 120s-112-46-132-120c26-12 40-30 40-64Z" fill="${skin}"/>
  <path d="M508 800h184v128c-22 26-52 42-84 42-40 0-76-22-100-62Z" fill="${deep}"/>`;

export const neck = drawNeck(founder);

export const face = `<clipPath id="face"><path d="${outline}"/></clipPath>
  <path d="${outline}" fill="${founder.skin}"/>
  <g clip-path="url(#face)"><path d="${shadeSide}" fill="${founder.shade}"/>
    <circle cx="484" cy="748" r="44" fill="#cf7d58" opacity=".28"/>
    <circle cx="716" cy="748" r="44" fill="#b9653f" opacity=".3"/></g>
  ${drawEye(522, -1, founder)}${drawEye(678, 1, founder)}${drawNose(founder)}${drawMouth(founder)}`;

export const earrings = drawEarring(424) + drawEarring(778);
