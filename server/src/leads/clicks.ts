/** A click as the table keeps it; a row that came around the contract may hold anything. */
export interface Click {
  botao: string;
  timestamp: string;
  secao?: string;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Reads the list of clicks of a stored row. */
export function readClicks(stored: string): Click[] {
  const list: unknown = JSON.parse(stored);
  if (!Array.isArray(list)) return [];
  return list.map((item: unknown): Click => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) {
      return { botao: textOf(item), timestamp: '' };
    }
    const { botao, timestamp, secao } = item as Record<string, unknown>;
    const click = { botao: textOf(botao), timestamp: textOf(timestamp) };
    return secao === undefined || secao === null ? click : { ...click, secao: textOf(secao) };
  });
}
