const share = new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 1 });

/** `2,4%`; empty where there is nothing to take a share of. */
export const formatShare = (part: number, whole: number): string =>
  whole === 0 ? '' : share.format(part / whole);
