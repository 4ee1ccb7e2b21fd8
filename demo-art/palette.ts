import { colour } from '@funil/brand/palette';

export const ink = colour('ink');
export const inkHigh = colour('ink-3');
export const paper = colour('paper');
export const onPaper = colour('on-paper');
export const onInk = colour('on-ink');
export const muted = colour('on-ink-2');
export const lime = colour('lime');
export const amber = colour('amber');
