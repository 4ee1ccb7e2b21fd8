import type {
  ConnectionsResponse,
  PlatformState,
  SettingSource,
} from '@funil/contract/console/connections';
import { PLATFORMS } from '@funil/contract/platforms';
import { REFUSAL_LABELS } from '@funil/contract/refusals';
import { CONNECTIONS } from '@funil/contract/stored-settings';
import { useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { formatClock, formatRelativeDay } from '../parts/format-time.ts';
import { Icon } from '../parts/Icon.tsx';
import { StateMark, type StateMarkProps } from '../parts/StateMark.tsx';
import { copyText } from '../parts/toast.ts';
import { useNow } from '../parts/use-now.ts';
import { ConnectionForm } from './ConnectionForm.tsx';
import { ConnectionUseState } from './ConnectionUse.tsx';
import { CONNECTION_STEPS, STEPS } from './platform-steps.ts';
import { Steps } from './Steps.tsx';

const MARKS: Readonly<Record<SettingSource, StateMarkProps>> = {
  server: { label: 'Ligada', tone: 'good' },
  console: { label: 'Ligada', tone: 'good' },
  unreadable: { label: 'A chave do servidor mudou', tone: 'bad' },
  none: { label: 'Desligada', tone: 'off' },
};

interface Props {
  state: PlatformState;
  states: ConnectionsResponse['settings'];
  uses: ConnectionsResponse['uses'];
}

/** A checkout platform: the address of its notices, the steps in its panel, and its secrets. */
export function PlatformPanel({ state, states, uses }: Props) {
  const { platform, address, is_used: isUsed } = state;
  const { label, secretVariable } = PLATFORMS[platform];
  const source = states.find(({ name }) => name === secretVariable)?.source ?? 'none';
  const [isOpen, setIsOpen] = useState(isUsed && source === 'none');
  const [notices, ...others] = CONNECTIONS.filter((found) => found.platform === platform);
  return (
    <details
      className="rounded-xl border bg-raised connection"
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        <h3>{label}</h3>
        {isUsed && <span className="text-small text-muted">vende na sua página</span>}
        <StateMark {...MARKS[source]} />
      </summary>
      <div className="connection-body">
        <div>
          <p className="text-small font-semibold">Endereço para o painel da {label}</p>
          <div className="flex flex-wrap items-start gap-2 [&>code]:flex-[1_1_16rem] [&>code]:min-w-0 [&>code]:py-2">
            <code className="box">{address}</code>
            <Button
              aria-label={`Copiar endereço: ${label}`}
              onClick={() => void copyText(address, 'Endereço')}
            >
              <Icon name="copy" />
              Copiar
            </Button>
          </div>
        </div>
        <Steps steps={STEPS[platform]} />
        {notices && <ConnectionForm connection={notices} states={states} />}
        {(source === 'console' || source === 'server') && (
          <NoticeState state={state} isStored={source === 'console'} />
        )}
        {others.map((connection) => (
          <section key={connection.id} className="connection-part">
            <h4>{connection.label}</h4>
            <p className="text-small text-muted">
              Com ela o Funil pergunta à {label} pelas vendas cujo aviso não chegou.
            </p>
            <Steps steps={CONNECTION_STEPS[connection.id]} />
            <ConnectionForm connection={connection} states={states} />
            <ConnectionUseState use={uses.find(({ id }) => id === connection.id)} />
          </section>
        ))}
      </div>
    </details>
  );
}

interface NoticeStateProps {
  state: PlatformState;
  isStored: boolean;
}

/** Whether notices arrive. Refetched when one is stored. */
function NoticeState({ state, isStored }: NoticeStateProps) {
  const { first_notice_at: first, last_notice_at: last, refused } = state;
  const now = useNow();
  const at = (iso: string) => {
    const day = formatRelativeDay(iso, now);
    return `${day === 'hoje' ? '' : `${day} `}às ${formatClock(iso)}`;
  };
  const received = isStored ? first : last;
  return (
    <div className="grid gap-1 [&>.state]:whitespace-normal" role="status">
      {received === null ? (
        <StateMark label="Esperando o primeiro aviso…" tone="busy" />
      ) : (
        <StateMark
          label={`${isStored ? 'Primeiro' : 'Último'} aviso recebido ${at(received)}`}
          tone="good"
        />
      )}
      {refused && (
        <p className="text-small text-bad">
          Aviso recusado {at(refused.at)}: {REFUSAL_LABELS[refused.reason]}. Confira o segredo daqui
          e o de lá, e reenvie o aviso.
        </p>
      )}
      {received === null && refused === null && (
        <p className="text-small text-muted">
          Mande um aviso de teste pela plataforma: esta linha muda sozinha quando ele chega.
        </p>
      )}
      {last !== null && last !== received && (
        <p className="text-small text-muted">O último chegou {at(last)}.</p>
      )}
    </div>
  );
}
