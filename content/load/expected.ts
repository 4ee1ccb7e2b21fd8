import type { z } from 'zod';

const types: Record<string, string> = {
  array: 'uma lista',
  boolean: 'true ou false',
  int: 'um número inteiro',
  number: 'um número',
  object: 'um grupo de campos',
  string: 'um texto',
};

const formats: Record<string, string> = {
  email: 'um endereço de e-mail',
  url: 'um endereço completo, que começa com https://',
};

const items = (count: number | bigint) => (count === 1 ? '1 item' : `${count} itens`);

const tooSmall = (issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string => {
  if (issue.origin === 'array') {
    return `uma lista com ${issue.exact ? 'exatamente' : 'pelo menos'} ${items(issue.minimum)}`;
  }
  if (issue.origin === 'string') return 'um texto preenchido';
  return `um número ${issue.inclusive ? 'a partir de' : 'maior que'} ${issue.minimum}`;
};

const tooBig = (issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string => {
  if (issue.origin === 'array') {
    return `uma lista com ${issue.exact ? 'exatamente' : 'no máximo'} ${items(issue.maximum)}`;
  }
  if (issue.origin === 'string') return `um texto com até ${issue.maximum} caracteres`;
  return `um número ${issue.inclusive ? 'até' : 'menor que'} ${issue.maximum}`;
};

/** What a schema wanted, as it follows "esperava". Given to zod, so a schema's own words win. */
export const expected = (issue: z.core.$ZodRawIssue): string | undefined => {
  switch (issue.code) {
    case 'invalid_type':
      return types[issue.expected];
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return formats[issue.format];
    case 'invalid_value':
      return issue.values.length === 1
        ? `"${String(issue.values[0])}"`
        : `um destes valores: ${issue.values.map((value) => `"${String(value)}"`).join(', ')}`;
    default:
      return undefined;
  }
};
