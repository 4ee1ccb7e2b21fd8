import { type Labels, labelIn } from './labels.ts';

const NOTICE_ERROR_LABELS: Labels<string> = {
  encoding: 'o texto não é UTF-8',
  json: 'não é JSON',
  deep: 'aninhado demais',
  shape: 'não tem a forma de um aviso',
  version: 'é da versão antiga do webhook: escolha a nova no painel da plataforma',
  event: 'evento desconhecido',
  transaction: 'sem o código da transação',
  value: 'sem um valor que se possa contar',
  currency: 'moeda desconhecida',
  moment: 'uma data que não existe',
  future: 'uma data no futuro',
  fault: 'o leitor da plataforma falhou',
  erased: 'apagado a pedido de quem comprou',
};
export const noticeErrorLabel = (reason: string): string => labelIn(NOTICE_ERROR_LABELS, reason);
