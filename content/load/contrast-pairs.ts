import type { ThemeColors } from '../schema/theme.ts';

/** WCAG 2: what is read, and what is large or a control (1.4.3, 1.4.11). */
const TEXT = 4.5;
const LARGE = 3;

/** A token that stands on others, the least contrast with each, and the field of `theme.colors` to mend. */
export interface ContrastRow {
  readonly token: string;
  readonly on: readonly string[];
  readonly least: number;
  readonly field: keyof ThemeColors;
}

const DARK = ['ink', 'ink-2', 'ink-3'];
const LIGHT = ['paper', 'paper-raised', 'white'];

/** Every pair of tokens that the page sets on one another; `ink.muted` is the `--muted` of that ground. */
export const CONTRAST: readonly ContrastRow[] = [
  { token: 'on-ink', on: [...DARK, 'ink-4'], least: TEXT, field: 'light' },
  { token: 'ink.muted', on: DARK, least: TEXT, field: 'light' },
  { token: 'ink.edge', on: DARK, least: LARGE, field: 'light' },
  { token: 'lime', on: ['ink', 'ink-2'], least: TEXT, field: 'accent' },
  { token: 'lime', on: ['ink-3'], least: LARGE, field: 'accent' },
  { token: 'amber', on: ['ink', 'ink-2'], least: TEXT, field: 'dark' },
  { token: 'red', on: DARK, least: TEXT, field: 'dark' },
  { token: 'blue', on: ['ink-3'], least: TEXT, field: 'dark' },
  { token: 'green', on: ['ink-3'], least: TEXT, field: 'dark' },
  { token: 'on-paper', on: LIGHT, least: TEXT, field: 'light' },
  { token: 'paper.muted', on: LIGHT, least: TEXT, field: 'light' },
  { token: 'paper.edge', on: LIGHT, least: LARGE, field: 'light' },
  { token: 'red-deep', on: LIGHT, least: TEXT, field: 'light' },
  { token: 'paper.struck', on: ['paper', 'paper-raised'], least: LARGE, field: 'light' },
  { token: 'ink', on: ['lime', 'lime-over', 'lime-down'], least: TEXT, field: 'accent' },
  { token: 'accent.muted', on: ['lime'], least: TEXT, field: 'accent' },
  { token: 'accent.edge', on: ['lime'], least: LARGE, field: 'accent' },
];

/** What an error calls a token: the field it is, or what it does on the page. */
export const TOKEN_NAMES: Record<string, string> = {
  ink: '"dark"',
  'ink-2': 'o fundo escuro realçado',
  'ink-3': 'o fundo escuro dos cartões',
  'ink-4': 'o fundo escuro apontado',
  'on-ink': '"light"',
  'ink.muted': 'o texto discreto no escuro',
  'ink.edge': 'a borda dos campos no escuro',
  paper: '"light"',
  'paper-raised': 'o fundo claro realçado',
  white: 'o branco dos campos',
  'on-paper': '"dark"',
  'paper.muted': 'o texto discreto no claro',
  'paper.edge': 'a borda dos campos no claro',
  'paper.struck': 'o risco do preço',
  lime: '"accent"',
  'lime-over': 'o botão apontado',
  'lime-down': 'o botão apertado',
  'accent.muted': 'o texto discreto sobre o destaque',
  'accent.edge': 'as bordas sobre o destaque',
  amber: 'o âmbar das vagas',
  red: 'a cor dos erros no escuro',
  'red-deep': 'a cor dos erros no claro',
  blue: 'o azul de "salvando"',
  green: 'o verde de "salvo"',
};
