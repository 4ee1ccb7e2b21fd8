import type { HairStyle } from './hair.ts';
import { amber, ink, inkHigh, lime, paper } from './palette.ts';

export interface Person {
  readonly skin: string;
  readonly shade: string;
  readonly hair: HairStyle;
  readonly hairColour: string;
  readonly shirt: string;
  readonly background: string;
  readonly beard?: boolean;
  readonly glasses?: boolean;
}

export const people = {
  camila: {
    skin: '#b5784f',
    shade: '#9c6340',
    hair: 'curls',
    hairColour: '#2a1812',
    shirt: paper,
    background: amber,
  },
  jonas: {
    skin: '#e2b08a',
    shade: '#cb9570',
    hair: 'quiff',
    hairColour: '#5a3a22',
    shirt: ink,
    background: lime,
    beard: true,
  },
  priscila: {
    skin: '#efc6a4',
    shade: '#dcab86',
    hair: 'bob',
    hairColour: '#14110f',
    shirt: lime,
    background: '#3b4450',
  },
  wesley: {
    skin: '#6f4530',
    shade: '#5a3625',
    hair: 'afro',
    hairColour: '#120d0b',
    shirt: amber,
    background: paper,
    beard: true,
  },
  neide: {
    skin: '#c98f66',
    shade: '#b07750',
    hair: 'waves',
    hairColour: '#d9d6cf',
    shirt: inkHigh,
    background: '#8fa35a',
    glasses: true,
  },
  thiago: {
    skin: '#8d5a3c',
    shade: '#764830',
    hair: 'fade',
    hairColour: '#17100d',
    shirt: paper,
    background: '#2f5d62',
  },
} satisfies Record<string, Person>;

export type PersonName = keyof typeof people;
