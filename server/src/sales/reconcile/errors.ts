import { platformLabel } from '@funil/contract/sales/platforms';
import {
  type ApiError,
  type ApiErrorExplanation,
  explainSharedErrors,
  explainStoredError,
} from '../../http/api-errors.ts';
import type { ComparisonCounts } from './compare-sales.ts';

/**
 * `unreadable`: the sales that can be read are stored. `without-phones`: all are stored, without phones.
 * `interrupted`: a fault of this server.
 */
export type ReconcileError = ApiError | 'unreadable' | 'without-phones' | 'interrupted';

const explainAll = (label: string): Record<ReconcileError, ApiErrorExplanation> => ({
  ...explainSharedErrors({ label, task: 'a conferência', file: 'o CSV da plataforma' }),
  credentials: {
    message: `A ${label} não aceita as credenciais da API.`,
    remedy: 'Gere outras no painel dela e guarde-as em Ligações.',
    command: 'No .env: troque as credenciais e reinicie o servidor.',
  },
  permission: {
    message: `As credenciais da ${label} não têm permissão para ler as vendas.`,
    remedy: 'Dê a elas a permissão de ler vendas, no painel da plataforma.',
    command: 'Os passos estão em docs/sales.md.',
  },
  unreadable: {
    message: `Algumas vendas que a ${label} listou não foram entendidas; as outras estão aqui.`,
    remedy:
      'Peça a quem cuida do servidor que atualize o Funil, e confira estas vendas no painel da plataforma.',
  },
  'without-phones': {
    message: `As vendas foram conferidas, mas a ${label} não respondeu com os telefones.`,
    remedy: 'Nada a fazer: a próxima conferência pergunta por eles de novo.',
  },
});

export const findPartialFailure = (counts: ComparisonCounts): ReconcileError | null =>
  counts.unreadableCount > 0 ? 'unreadable' : counts.isWithoutPhones ? 'without-phones' : null;

export const explainReconcileError = (platform: string, error: string): ApiErrorExplanation =>
  explainStoredError(explainAll(platformLabel(platform)), error);
