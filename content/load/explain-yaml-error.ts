import type { ErrorCode } from 'yaml';

const causes: Partial<Record<ErrorCode, string>> = {
  BAD_INDENT: 'os espaços no começo da linha não combinam com os das linhas vizinhas',
  BLOCK_AS_IMPLICIT_KEY: 'há dois-pontos a mais; um texto que contém ": " fica entre aspas',
  BAD_SCALAR_START: 'um texto que começa com @, ` ou % fica entre aspas',
  DUPLICATE_KEY: 'o campo aparece duas vezes no mesmo grupo',
  MISSING_CHAR: 'falta fechar aspas, colchetes ou chaves, ou faltam os dois-pontos do campo',
  MULTILINE_IMPLICIT_KEY: 'falta o sinal de dois-pontos depois do nome do campo',
  TAB_AS_INDENT: 'há uma tabulação no começo da linha; use espaços',
  UNEXPECTED_TOKEN: 'há um sinal fora do lugar; um texto que começa com { ou [ fica entre aspas',
};

/** Why the file is not valid YAML, for someone who does not know YAML's terms. */
export const explainYamlError = (code: ErrorCode): string =>
  `o arquivo não está em YAML válido: ${causes[code] ?? 'há um sinal fora do lugar'}`;
