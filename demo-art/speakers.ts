import { amber, ink, inkHigh, lime, paper } from './palette.ts';
import type { Tones } from './portrait-face.ts';
import type { Clothes } from './speaker-clothes.ts';
import type { SpeakerHair } from './speaker-hair.ts';

export interface Speaker {
  /** Of the poster, without its ending. */
  readonly file: string;
  readonly tones: Tones;
  readonly hair: SpeakerHair;
  readonly clothes: Clothes;
  readonly cloth: string;
  readonly ground: string;
  readonly gear: string;
  readonly beard?: boolean;
  readonly glasses?: boolean;
  readonly earrings?: boolean;
  /** Lashes and a fuller mouth. */
  readonly painted?: boolean;
}

const teal = '#17393b';
const slate = '#29323d';
const moss = '#2b3514';
const umber = '#3f2c12';
const petrol = '#2f5d62';

const fair = { skin: '#efc6a4', shade: '#dcab86', deep: '#b98462' };
const tan = { skin: '#cf9168', shade: '#b87a51', deep: '#8d5637' };
const olive = { skin: '#dfab83', shade: '#ca946b', deep: '#9c6947' };
const brown = { skin: '#91603f', shade: '#7a4c30', deep: '#583320' };
const dark = { skin: '#6f4530', shade: '#5a3625', deep: '#3d2216' };
const rose = { upperLip: '#8c3b35', lowerLip: '#a94f48' };
const plain = { upperLip: '#7a4136', lowerLip: '#8f5244' };

/** Who speaks in the demonstration's videos, in the order of videos.yaml, then of team.yaml. */
export const speakers: readonly Speaker[] = [
  {
    file: 'video-membro-1',
    tones: { ...tan, ...rose, brows: '#17100d', iris: '#3a2114' },
    hair: 'long',
    clothes: 'shirt',
    cloth: paper,
    ground: teal,
    gear: amber,
    painted: true,
  },
  {
    file: 'video-membro-2',
    tones: { ...dark, ...plain, brows: '#120d0b', iris: '#2c170e' },
    hair: 'fade',
    clothes: 'tee',
    cloth: amber,
    ground: slate,
    gear: lime,
    beard: true,
  },
  {
    file: 'video-membro-3',
    tones: { ...fair, ...rose, brows: '#6d6a64', iris: '#3f5b58' },
    hair: 'bob',
    clothes: 'blazer',
    cloth: petrol,
    ground: umber,
    gear: paper,
    glasses: true,
    painted: true,
  },
  {
    file: 'video-membro-4',
    tones: { ...olive, ...plain, brows: '#3a2416', iris: '#4a2c1a' },
    hair: 'quiff',
    clothes: 'tee',
    cloth: inkHigh,
    ground: moss,
    gear: amber,
    glasses: true,
  },
  {
    file: 'video-equipe-1',
    tones: { ...fair, ...rose, brows: '#7a3f20', iris: '#3f5b3a' },
    hair: 'bun',
    clothes: 'tee',
    cloth: ink,
    ground: teal,
    gear: paper,
    earrings: true,
    painted: true,
  },
  {
    file: 'video-equipe-2',
    tones: { ...brown, ...plain, brows: '#17100d', iris: '#2c170e' },
    hair: 'afro',
    clothes: 'shirt',
    cloth: amber,
    ground: slate,
    gear: lime,
    beard: true,
  },
  {
    file: 'video-equipe-3',
    tones: { ...dark, ...rose, brows: '#120d0b', iris: '#2c170e' },
    hair: 'braids',
    clothes: 'tee',
    cloth: lime,
    ground: umber,
    gear: amber,
    earrings: true,
    painted: true,
  },
];
