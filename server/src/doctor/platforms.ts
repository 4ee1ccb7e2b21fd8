import { CHECKOUT_PLATFORMS } from '@funil/contract/checkout';
import { type PostbackSecrets, SECRET_VARIABLES } from '../config/postbacks.ts';

export interface Platform {
  readonly name: keyof PostbackSecrets;
  /** As its makers write it. */
  readonly title: string;
  /** The variable that holds its secret. */
  readonly variable: string;
  /** Where its notices go, below the server's address. */
  readonly path: string;
}

const TITLES: Readonly<Record<Platform['name'], string>> = {
  hotmart: 'Hotmart',
  kiwify: 'Kiwify',
  eduzz: 'Eduzz',
  hubla: 'Hubla',
  ticto: 'Ticto',
  tmb: 'TMB',
  monetizze: 'Monetizze',
};

/** TMB's proof travels in the address. */
const pathOf = (name: Platform['name']) =>
  name === 'tmb' ? '/postbacks/tmb?token=O-SEGREDO' : `/postbacks/${name}`;

/** Those whose notices are read. */
export const PLATFORMS: readonly Platform[] = CHECKOUT_PLATFORMS.filter(
  (name) => name !== 'other',
).map((name) => ({
  name,
  title: TITLES[name],
  variable: SECRET_VARIABLES[name],
  path: pathOf(name),
}));
