const longest = 40;

/** What was found, as it ends a sentence: `o texto "mil"`, `uma lista com 2 itens`. */
export const describeValue = (value: unknown): string => {
  if (value === null || value === undefined) return 'um campo vazio';
  if (typeof value === 'string') {
    if (value.trim() === '') return 'um texto vazio';
    return `o texto "${value.length > longest ? `${value.slice(0, longest)}…` : value}"`;
  }
  if (typeof value === 'number') return `o número ${value}`;
  if (typeof value === 'boolean') return `o valor ${value}`;
  if (Array.isArray(value)) {
    return value.length === 1 ? 'uma lista com 1 item' : `uma lista com ${value.length} itens`;
  }
  return 'um grupo de campos';
};
