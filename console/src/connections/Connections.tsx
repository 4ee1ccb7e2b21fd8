import type { ConnectionsResponse, MailCheck } from '@funil/contract/console/connections';
import { CONNECTIONS } from '@funil/contract/stored-settings';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, explain } from '../api.ts';
import { Button } from '../parts/Button.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { View } from '../parts/View.tsx';
import { ConnectionForm } from './ConnectionForm.tsx';
import { ConnectionUse } from './ConnectionUse.tsx';
import { PlatformPanel } from './PlatformPanel.tsx';
import { CONNECTION_STEPS } from './platform-steps.ts';
import { connectionsQuery } from './queries.ts';
import { Steps } from './Steps.tsx';

/** The secrets of checkouts, e-mail, Meta and Google. */
export function Connections() {
  const query = useQuery(connectionsQuery);
  const { data } = query;
  return (
    <View
      title="Ligações"
      subtitle="De onde chegam as vendas e para onde o Funil conta delas. Os segredos ficam cifrados, e ninguém os vê de novo."
    >
      <QueryStatus query={query} />
      {data && (
        <div className="grid grid-cols-1 gap-8 max-w-208">
          <section className="grid grid-cols-1 gap-3" aria-labelledby="checkouts">
            <h2 id="checkouts">Checkouts</h2>
            {data.checkout_problems.map((problem) => (
              <p key={problem} className="text-small text-bad">
                {problem}
              </p>
            ))}
            {data.platforms.map((state) => (
              <PlatformPanel
                key={state.platform}
                state={state}
                states={data.settings}
                connections={data.connections}
              />
            ))}
          </section>
          <section className="grid grid-cols-1 gap-3" aria-labelledby="mail">
            <h2 id="mail">E-mail</h2>
            <ConnectionPanel id="mail" data={data} />
          </section>
          <section className="grid grid-cols-1 gap-3" aria-labelledby="ads">
            <h2 id="ads">Meta e Google</h2>
            {['meta', 'ga4', 'meta-ads'].map((id) => (
              <ConnectionPanel key={id} id={id} data={data} />
            ))}
          </section>
        </div>
      )}
    </View>
  );
}

const USES: Readonly<Record<string, string>> = {
  mail: 'Por aqui o Funil avisa você de aplicações, vendas e entradas na sua conta.',
  meta: 'Conta à Meta cada lead e cada venda.',
  ga4: 'Conta ao Google Analytics cada lead e cada venda.',
  'meta-ads': 'Busca na Meta, de hora em hora, quanto custou cada anúncio.',
};

interface PanelProps {
  id: string;
  data: ConnectionsResponse;
}

function ConnectionPanel({ id, data: { settings: states, connections } }: PanelProps) {
  const connection = CONNECTIONS.find((known) => known.id === id);
  if (!connection) return null;
  const isOn = states.some(
    ({ name, source }) =>
      name === connection.settings[0]?.name && (source === 'console' || source === 'server'),
  );
  return (
    <div className="rounded-xl border bg-raised connection connection-body">
      {connection.label !== 'E-mail' && <h3>{connection.label}</h3>}
      <p className="text-small text-muted">{USES[id]}</p>
      <Steps steps={CONNECTION_STEPS[id]} />
      <ConnectionForm connection={connection} states={states} />
      <ConnectionUse connection={connection} states={connections} />
      {id === 'mail' && isOn && <MailTest />}
    </div>
  );
}

function MailTest() {
  const [result, setResult] = useState<MailCheck | 'checking' | null>(null);
  async function check() {
    setResult('checking');
    try {
      setResult(await call<MailCheck>('connections/mail-check', { method: 'POST', body: {} }));
    } catch (error) {
      setResult({ failure: explain(error) });
    }
  }
  return (
    <div className="connection-part">
      <Button disabled={result === 'checking'} onClick={() => void check()}>
        Testar a entrada no servidor
      </Button>
      <div role="status">{result !== null && <CheckResult result={result} />}</div>
    </div>
  );
}

function CheckResult({ result }: { result: MailCheck | 'checking' }) {
  if (result === 'checking') return <p>Testando…</p>;
  if (result.failure !== null) return <p className="text-small text-bad">{result.failure}</p>;
  return (
    <span className="state" data-tone="good">
      O servidor de e-mail aceitou.
    </span>
  );
}
