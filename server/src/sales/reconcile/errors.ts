import { platformLabel } from '@funil/contract/sales/platforms';
import type { ApiError } from '../platforms/api.ts';
import type { ComparisonCounts } from './compare-sales.ts';

/**
 * `unreadable`: the sales that can be read are stored. `without-phones`: all are stored, without phones.
 * `interrupted`: a fault of this server.
 */
export type ReconcileError = ApiError | 'unreadable' | 'without-phones' | 'interrupted';

interface ReconcileErrorExplanation {
  readonly message: string;
  readonly remedy: string;
  /** A command, or a line of `.env`, for an operator with a terminal. */
  readonly command?: string;
}

const NOTHING_TO_DO = 'Nada a fazer: o servidor tenta de novo sozinho.';

const RECONCILE_ERRORS: Readonly<
  Record<ReconcileError, (label: string) => ReconcileErrorExplanation>
> = {
  credentials: (label) => ({
    message: `A ${label} não aceita as credenciais da API.`,
    remedy: 'Gere outras no painel dela e guarde-as em Ligações.',
    command: 'No .env: troque as credenciais e reinicie o servidor.',
  }),
  permission: (label) => ({
    message: `As credenciais da ${label} não têm permissão para ler as vendas.`,
    remedy: 'Dê a elas a permissão de ler vendas, no painel da plataforma.',
    command: 'Os passos estão em docs/sales.md.',
  }),
  quota: (label) => ({
    message: `A ${label} limitou as consultas desta conta por enquanto.`,
    remedy: NOTHING_TO_DO,
  }),
  slow: (label) => ({
    message: `A ${label} demorou demais para responder.`,
    remedy: NOTHING_TO_DO,
  }),
  'no-answer': (label) => ({
    message: `A ${label} não respondeu.`,
    remedy: 'Confira a rede deste servidor; ele tenta de novo sozinho.',
  }),
  unavailable: (label) => ({
    message: `A ${label} está com um problema passageiro.`,
    remedy: NOTHING_TO_DO,
  }),
  unexpected: (label) => ({
    message: `A resposta da ${label} não é a documentada.`,
    remedy:
      'Peça a quem cuida do servidor que atualize o Funil. Enquanto isso, importe o CSV da plataforma.',
  }),
  unreadable: (label) => ({
    message: `Algumas vendas que a ${label} listou não foram entendidas; as outras estão aqui.`,
    remedy:
      'Peça a quem cuida do servidor que atualize o Funil, e confira estas vendas no painel da plataforma.',
  }),
  'without-phones': (label) => ({
    message: `As vendas foram conferidas, mas a ${label} não respondeu com os telefones.`,
    remedy: 'Nada a fazer: a próxima conferência pergunta por eles de novo.',
  }),
  interrupted: () => ({
    message: 'Um erro neste servidor interrompeu a conferência.',
    remedy: 'Ele tenta de novo sozinho. Se continuar, chame quem cuida do servidor.',
    command: 'O registro do servidor diz o que houve.',
  }),
};

export const findPartialFailure = ({
  unreadable,
  isWithoutPhones,
}: Pick<ComparisonCounts, 'unreadable' | 'isWithoutPhones'>): ReconcileError | null =>
  unreadable > 0 ? 'unreadable' : isWithoutPhones ? 'without-phones' : null;

/** Explains an error that only another release knows as `unexpected`. */
export const explainReconcileError = (platform: string, error: string): ReconcileErrorExplanation =>
  RECONCILE_ERRORS[
    Object.hasOwn(RECONCILE_ERRORS, error) ? (error as ReconcileError) : 'unexpected'
  ](platformLabel(platform));
