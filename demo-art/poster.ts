import { drawGear } from './gear.ts';
import { amber, ink, onInk, paper } from './palette.ts';
import type { Picture } from './picture.ts';
import {
  drawEarring,
  drawEye,
  drawMouth,
  drawNeck,
  drawNose,
  outline,
  shadeSide,
} from './portrait-face.ts';
import { drawBody, drawCollar } from './speaker-clothes.ts';
import { speakerHair } from './speaker-hair.ts';
import { type Speaker, speakers } from './speakers.ts';

const broad =
  'M424 590C424 470 500 410 600 410s176 60 176 180v110c0 84-24 136-66 174-32 30-72 46-110 46s-78-16-110-46c-42-38-66-90-66-174Z';
const beardShape =
  'M424 650c4 70 18 118 46 140 36-40 82-50 130-50s94 10 130 50c28-22 42-70 46-140v120c0 120-90 190-176 190s-176-70-176-190Z';

/** Without lashes or lids: the mouth laughs. */
const drawPlainFeatures = ({ brows }: Speaker['tones']) => `
  <g fill="none" stroke="${brows}" stroke-width="19" stroke-linecap="round"><path d="M474 598q46-28 96-6M630 592q50-22 96 6"/></g>
  <g fill="${paper}"><path d="M488 658q36-40 72 0-36 26-72 0ZM640 658q36-40 72 0-36 26-72 0Z"/></g>
  <g fill="${ink}"><circle cx="525" cy="653" r="16"/><circle cx="675" cy="653" r="16"/></g>
  <g fill="${paper}"><circle cx="531" cy="647" r="4.5"/><circle cx="681" cy="647" r="4.5"/></g>
  <path d="M484 660q40-46 80 0M636 660q40-46 80 0" fill="none" stroke="${ink}" stroke-opacity=".75" stroke-width="7" stroke-linecap="round"/>
  <path d="M534 812q66 16 132 0c-6 44-32 62-66 62s-60-18-66-62Z" fill="${paper}" stroke="${ink}" stroke-opacity=".3" stroke-width="5" stroke-linejoin="round"/>`;

const glasses = `<g fill="#fff" fill-opacity=".1" stroke="${ink}" stroke-width="10">
  <rect x="452" y="604" width="128" height="100" rx="46"/><rect x="620" y="604" width="128" height="100" rx="46"/>
  <path d="M580 644q20-14 40 0M452 640l-28-12M748 640l28-12" fill="none"/></g>`;

function drawHead({ file, tones, painted, beard }: Speaker): string {
  const shape = painted ? outline : broad;
  const features = painted
    ? drawEye(522, -1, tones) + drawEye(678, 1, tones) + drawMouth(tones)
    : drawPlainFeatures(tones);
  return `<clipPath id="${file}"><path d="${shape}"/></clipPath>
    <ellipse cx="424" cy="690" rx="34" ry="52" fill="${tones.skin}"/><ellipse cx="776" cy="690" rx="34" ry="52" fill="${tones.shade}"/>
    <path d="${shape}" fill="${tones.skin}"/>
    <g clip-path="url(#${file})"><path d="${shadeSide}" fill="${tones.shade}"/>
    ${beard ? `<path d="${beardShape}" fill="${tones.brows}"/>` : ''}</g>${drawNose(tones)}${features}`;
}

function drawSpeaker(speaker: Speaker): string {
  const { tones, hair, clothes, cloth } = speaker;
  const { behind, front } = speakerHair[hair];
  return `<g transform="rotate(2 600 1000)" fill="${tones.brows}">${behind}</g>
    ${drawBody(cloth)}${drawNeck(tones)}${drawCollar[clothes](cloth)}
    <g transform="rotate(2 600 1000)">${drawHead(speaker)}<g fill="${tones.brows}">${front}</g>
    ${speaker.glasses ? glasses : ''}${speaker.earrings ? drawEarring(424) + drawEarring(778) : ''}</g>`;
}

const wires = `<g fill="none" stroke="${onInk}" stroke-opacity=".3" stroke-width="4" stroke-linecap="round">
  <path d="M-10 470H560"/><path d="M1290 590h-90q-40 0-40-40v-60"/></g>
  <circle cx="420" cy="470" r="13" fill="${amber}"/><circle cx="1246" cy="590" r="13" fill="${onInk}"/>`;

/** Each speaker before a gear on a tinted ground, at the right: words and button stand at the left. */
export function posterPictures(): Picture[] {
  return speakers.map((speaker) => ({
    file: `${speaker.file}.png`,
    width: 1280,
    height: 720,
    scale: 1,
    body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720" width="1280" height="720">
      <rect width="1280" height="720" fill="${speaker.ground}"/>${wires}
      <g transform="translate(472 -66) scale(.68)">${drawGear(speaker.gear)}${drawSpeaker(speaker)}</g></svg>`,
  }));
}
