import type { ConnectionsResponse } from '@funil/contract/console/connections';
import { noticePath, PLATFORMS, type PlatformName } from '@funil/contract/sales/platforms';
import { CONNECTIONS } from '@funil/contract/settings/stored-settings';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CopyButton } from '../parts/CopyButton.tsx';
import { Icon } from '../parts/Icon.tsx';
import { StateMark, type StateMarkProps } from '../parts/StateMark.tsx';
import { ConnectionSetup } from './ConnectionSetup.tsx';

interface Props {
  platform: PlatformName;
  response: ConnectionsResponse;
  /** URL of the page; null if unknown. */
  address: string | null;
  /** True if the page's checkout is on this platform. */
  isUsed: boolean;
}

export function PlatformPanel({ platform, response, address, isUsed }: Props) {
  const { label, steps } = PLATFORMS[platform];
  const stateMark = stateMarkOf(platform, response);
  const [isOpen, setIsOpen] = useState(
    isUsed && (stateMark === OFF_MARK || stateMark === PROBLEM_MARK),
  );
  const [noticeConnection, ...otherConnections] = CONNECTIONS.filter(
    (connection) => connection.platform === platform,
  );
  return (
    <details
      className="frame group/panel"
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="flex @max-[15rem]/view:flex-wrap items-center gap-x-3 gap-y-1 min-h-13 px-4 py-2">
        <div className="flex flex-wrap items-baseline gap-x-3 min-w-min">
          <h3>{label}</h3>
          {isUsed && <span className="text-small text-muted">vende na sua página</span>}
        </div>
        <StateMark {...stateMark} className="ml-auto whitespace-normal" />
        <Icon name="forward" className="rotate-90 group-open/panel:-rotate-90" />
      </summary>
      <div className="grid grid-cols-1 gap-4 p-4 border-t">
        {address === null ? (
          <p className="box border-warn">
            Falta o endereço da sua página: é nele que a {label} avisa das vendas.{' '}
            <Link to="/pagina" search={{ parte: 'brand', campo: 'url' }}>
              Dizer o endereço
            </Link>
          </p>
        ) : (
          <NoticeAddress label={label} address={`${address}${noticePath(platform)}`} />
        )}
        {noticeConnection && (
          <ConnectionSetup connection={noticeConnection} response={response} steps={steps} />
        )}
        {otherConnections.map((connection) => (
          <section
            key={connection.id}
            className="stack pt-4 border-t"
            aria-label={connection.label}
          >
            <h4 className="m-0">{connection.label}</h4>
            <p className="text-small text-muted">
              Com esta ligação o Funil busca na {label} as vendas cujo aviso não chegou.
            </p>
            <ConnectionSetup connection={connection} response={response} />
          </section>
        ))}
      </div>
    </details>
  );
}

const OFF_MARK: StateMarkProps = { label: 'Desligada', tone: 'off' };
const PROBLEM_MARK: StateMarkProps = { label: 'Com problema', tone: 'bad' };

/** A platform counts as connected once a notice of a sale has come with the stored secret. */
function stateMarkOf(platform: PlatformName, { settings, connections }: ConnectionsResponse) {
  const { secretVariable } = PLATFORMS[platform];
  const source = settings.find(({ name }) => name === secretVariable)?.source ?? 'none';
  if (source === 'unreadable') return { label: 'A chave do servidor mudou', tone: 'bad' } as const;
  const { used_at: usedAt = null, problems = [] } =
    connections.find(({ id }) => id === platform) ?? {};
  // A problem is shown even if no secret is stored, because the server may have refused notices for that reason.
  if (problems.some(({ level }) => level === 'red')) return PROBLEM_MARK;
  if (source === 'none') return OFF_MARK;
  return usedAt === null
    ? ({ label: 'Esperando o primeiro aviso', tone: 'warn' } as const)
    : ({ label: 'Ligada', tone: 'good' } as const);
}

const NoticeAddress = ({ label, address }: { label: string; address: string }) => (
  <div>
    <p className="mb-1.5 text-small font-semibold">Endereço para o painel da {label}</p>
    <div className="flex flex-wrap items-start gap-2">
      <code className="box flex-[1_1_16rem] min-w-0 py-2">{address}</code>
      <CopyButton text={address} textName="endereço" label={`Copiar endereço: ${label}`} />
    </div>
  </div>
);
