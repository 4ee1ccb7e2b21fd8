import { toLocalTime } from '../../output/local-time.ts';
import type { readNoticeState } from '../../sales/notices.ts';

/** Why a notice was not understood, for the operator. */
const TROUBLES: Readonly<Record<string, string>> = {
  encoding: 'o texto não é UTF-8',
  json: 'não é JSON',
  deep: 'aninhado demais',
  shape: 'não tem a forma de um aviso',
  event: 'evento desconhecido',
  transaction: 'sem o código da transação',
  value: 'sem um valor que se possa contar',
  currency: 'moeda desconhecida',
  moment: 'uma data que não existe',
  future: 'uma data no futuro',
  fault: 'o leitor da plataforma falhou',
  forgotten: 'apagado a pedido de quem comprou',
};

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** What the list of sales leaves out: tests, notices that wait, and notices that were not understood. */
export function describeNotices(state: Awaited<ReturnType<typeof readNoticeState>>): string {
  const { odd, oddCount, unread, tests } = state;
  const lines: string[] = [];
  if (tests > 0) {
    const are = plural(tests, 'venda de teste fica', 'vendas de teste ficam');
    lines.push(`${are} à parte (--testes mostra).`);
  }
  if (unread > 0) {
    lines.push(
      `${plural(unread, 'aviso espera', 'avisos esperam')} a leitura, que o servidor faz.`,
    );
  }
  if (oddCount > 0) {
    const are = plural(oddCount, 'aviso não foi entendido', 'avisos não foram entendidos');
    lines.push(`${are}; ficam guardados. Os mais novos:`);
  }
  for (const { id, platform, received_at, trouble } of odd) {
    const why = TROUBLES[trouble] ?? trouble;
    lines.push(`  ${id}  ${toLocalTime(received_at)}  ${platform}: ${why}`);
  }
  return lines.map((line) => `${line}\n`).join('');
}
