import { type PostbackSecrets, SECRET_VARIABLES } from '../config/postbacks.ts';

export interface Platform {
  readonly name: keyof PostbackSecrets;
  /** As its makers write it. */
  readonly title: string;
  /** The variable that holds its secret. */
  readonly variable: string;
}

const platform = (name: Platform['name'], title: string): Platform => ({
  name,
  title,
  variable: SECRET_VARIABLES[name],
});

export const PLATFORMS: readonly Platform[] = [
  platform('hotmart', 'Hotmart'),
  platform('kiwify', 'Kiwify'),
  platform('eduzz', 'Eduzz'),
  platform('hubla', 'Hubla'),
  platform('ticto', 'Ticto'),
  platform('tmb', 'TMB'),
];
