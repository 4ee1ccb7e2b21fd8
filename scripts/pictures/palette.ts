export const ink = '#0b0d10';
export const inkHigh = '#1a1e25';
export const paper = '#f5f2ea';
export const onPaper = '#16181d';
export const onInk = '#f4f2ec';
export const muted = '#aeb3bd';
export const lime = '#c9f24d';
export const amber = '#ffb454';
