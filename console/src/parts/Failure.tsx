import type { ProblemCode } from '@funil/contract/console/page';
import { ApiError, explain } from '../api.ts';
import { confirmAgain, signOut } from '../session/session.ts';
import { Icon } from './Icon.tsx';
import { Loading } from './Loading.tsx';

/** A failed request in words, and the way to try again. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  if (error instanceof ApiError && error.status === 403) return <AccessDenied code={error.code} />;
  return (
    <div className="failure" role="alert">
      <Icon name="warning" />
      <p>{explain(error)}</p>
      {onRetry && (
        <button type="button" className="button" onClick={onRetry}>
          Tentar de novo
        </button>
      )}
    </div>
  );
}

interface QueryStatusProps {
  query: {
    readonly data: unknown;
    readonly error: unknown;
    readonly refetch: () => Promise<unknown>;
  };
  /** What is being waited for. */
  label?: string;
}

/** Stands where an answer will, until there is one; or says why there is none. */
export function QueryStatus({ query: { data, error, refetch }, label }: QueryStatusProps) {
  if (data !== undefined) return null;
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  return label === undefined ? <Loading /> : <Loading label={label} />;
}

interface Words {
  readonly why: string;
  readonly todo: string;
  readonly act?: { readonly label: string; readonly do: () => void };
}

const CONFIRM = { label: 'Confirmar que sou eu', do: () => void confirmAgain() };
const ELSE: Words = {
  why: 'O servidor não deixa esta conta ver isto.',
  todo: 'Peça acesso a quem cuida do servidor, ou entre com outra conta.',
  act: { label: 'Entrar com outra conta', do: () => void signOut() },
};

const WORDS: ReadonlyMap<string, Words> = new Map<ProblemCode, Words>([
  [
    'not_operator',
    {
      ...ELSE,
      why: 'Você entrou, mas o seu e-mail não está na lista de operadores.',
      todo: 'Peça a quem cuida do servidor para pôr o seu e-mail em OPERATORS, ou entre com outra conta.',
    },
  ],
  [
    'mfa_required',
    {
      why: 'Nesta sessão falta a segunda etapa: o código do aplicativo autenticador.',
      todo: 'Confirme que é você e continue de onde parou.',
      act: CONFIRM,
    },
  ],
  [
    'mfa_enrollment_required',
    {
      why: 'Sua conta ainda não tem um aplicativo autenticador, e os dados dos clientes pedem um.',
      todo: 'Ative o aplicativo e continue de onde parou.',
      act: { ...CONFIRM, label: 'Ativar o aplicativo' },
    },
  ],
  [
    'forbidden',
    {
      why: 'O seu papel não inclui esta parte do console.',
      todo: 'Se precisa dela, peça a um proprietário que mude o seu papel em Conta.',
    },
  ],
  [
    'foreign_origin',
    {
      why: 'O console está aberto por um endereço que o servidor não conhece como seu.',
      todo: 'Abra-o pelo endereço de sempre, ou peça a quem cuida do servidor para pôr este em CONSOLE_URL.',
    },
  ],
]);

/** Says that the operator may not see a view, why, and what to do. */
export function AccessDenied({ code }: { code: string }) {
  const { why, todo, act } = WORDS.get(code) ?? ELSE;
  return (
    <div className="failure no-right" role="alert">
      <Icon name="lock" />
      <p className="empty-title">Você não tem acesso a isto agora.</p>
      <p>{why}</p>
      <p className="muted">{todo}</p>
      {act && (
        <button type="button" className="button" onClick={act.do}>
          {act.label}
        </button>
      )}
    </div>
  );
}
