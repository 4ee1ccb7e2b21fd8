import type {
  ConnectionsResponse,
  PlatformState,
  SettingSource,
} from '@funil/contract/console/connections';
import { PLATFORMS } from '@funil/contract/platforms';
import { CONNECTIONS } from '@funil/contract/stored-settings';
import { useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { StateMark, type StateMarkProps } from '../parts/StateMark.tsx';
import { copyText } from '../parts/toast.ts';
import { ConnectionForm } from './ConnectionForm.tsx';
import { ConnectionUse } from './ConnectionUse.tsx';
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
  connections: ConnectionsResponse['connections'];
}

/** A checkout platform: the address of its notices, the steps in its panel, and its secrets. */
export function PlatformPanel({ state, states, connections }: Props) {
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
        {notices && (
          <>
            <ConnectionForm connection={notices} states={states} />
            <ConnectionUse connection={notices} states={connections} />
          </>
        )}
        {others.map((connection) => (
          <section key={connection.id} className="connection-part">
            <h4>{connection.label}</h4>
            <p className="text-small text-muted">
              Com ela o Funil pergunta à {label} pelas vendas cujo aviso não chegou.
            </p>
            <Steps steps={CONNECTION_STEPS[connection.id]} />
            <ConnectionForm connection={connection} states={states} />
            <ConnectionUse connection={connection} states={connections} />
          </section>
        ))}
      </div>
    </details>
  );
}
