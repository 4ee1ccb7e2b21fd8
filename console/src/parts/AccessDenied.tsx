import type { ProblemCode } from '@funil/contract/list-page';
import { refreshSession, signOut } from '../session/session.ts';
import { Button } from './Button.tsx';
import { MESSAGE_CLASSES } from './Empty.tsx';
import { Icon } from './Icon.tsx';

interface AccessDenial {
  readonly reason: string;
  readonly remedy: string;
  readonly button?: { readonly label: string; readonly onClick: () => void };
}

const RESUME_BUTTON = { label: 'Confirmar que sou eu', onClick: () => void refreshSession() };
const DEFAULT_DENIAL: AccessDenial = {
  reason: 'O servidor não deixa esta conta ver isto.',
  remedy: 'Peça acesso a quem cuida do servidor, ou entre com outra conta.',
  button: { label: 'Entrar com outra conta', onClick: () => void signOut() },
};

const DENIAL_BY_CODE: Partial<Record<string, AccessDenial>> = {
  mfa_required: {
    reason: 'Nesta sessão falta o segundo fator: o código do aplicativo autenticador.',
    remedy: 'Confirme que é você e continue de onde parou.',
    button: RESUME_BUTTON,
  },
  mfa_enrollment_required: {
    reason: 'Sua conta ainda não tem um aplicativo autenticador, e os dados dos clientes pedem um.',
    remedy: 'Ative o aplicativo e continue de onde parou.',
    button: { ...RESUME_BUTTON, label: 'Ativar o aplicativo' },
  },
  forbidden: {
    reason: 'O seu papel não inclui esta parte do painel.',
    remedy: 'Se precisa dela, peça a um proprietário que mude o seu papel em Conta.',
  },
  foreign_origin: {
    reason: 'O painel está aberto por um endereço que o servidor não conhece como seu.',
    remedy:
      'Abra-o pelo endereço de sempre, ou peça a quem cuida do servidor para pôr este em CONSOLE_URL.',
  },
} satisfies Partial<Record<ProblemCode, AccessDenial>>;

export function AccessDenied({ code }: { code: string }) {
  const { reason, remedy, button } = DENIAL_BY_CODE[code] ?? DEFAULT_DENIAL;
  return (
    <div className={`${MESSAGE_CLASSES} gap-3 [&>p]:max-w-112`} role="alert">
      <Icon name="lock" className="size-7 text-warn" />
      <p className="font-semibold">Você não tem acesso a isto agora.</p>
      <p>{reason}</p>
      <p className="text-muted">{remedy}</p>
      {button && <Button onClick={button.onClick}>{button.label}</Button>}
    </div>
  );
}
