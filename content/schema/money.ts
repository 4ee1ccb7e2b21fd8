import { z } from 'zod';
import { parseMoney } from '../load/money.ts';

/** How an amount is asked for in messages; explain-issue.ts adds what the written one may mean. */
export const wantedMoney = 'um valor em reais com centavos, como "1.497,00", ou "149700 centavos"';

/** An amount of money; its output is in whole centavos. */
export const money = z
  .string({ error: wantedMoney })
  .regex(/^(R\$\s*)?(\d{1,3}(\.\d{3})+|\d+),\d{2}$|^\d+\scentavos?$/, {
    error: wantedMoney,
    abort: true,
  })
  .transform((written, context) => {
    const centavos = parseMoney(written);
    if (centavos !== undefined) return centavos;
    context.addIssue({ code: 'custom', message: 'um valor entre 0,01 e 9.999.999,99' });
    return z.NEVER;
  });
