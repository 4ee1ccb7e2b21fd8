import type { ConnectionsResponse, MailCheck } from '@funil/contract/console/connections';
import { CONNECTIONS } from '@funil/contract/settings/stored-settings';
import { useState } from 'react';
import { call } from '../api.ts';
import { Button } from '../parts/Button.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { useRequest } from '../parts/use-request.ts';
import { ConnectionSetup } from './ConnectionSetup.tsx';

const CONNECTION_USES: Readonly<Record<string, string>> = {
  mail: 'Por aqui o Funil avisa você de aplicações, vendas e entradas na sua conta.',
  copies:
    'Toda noite o Funil copia os leads, as vendas e a página, e confere a cópia. Guarda as dos últimos sete dias e uma de cada uma das últimas quatro semanas.',
  meta: 'Avisa a Meta de cada lead; de cada venda, só se quem cuida do servidor pediu, porque o checkout já costuma avisar.',
  ga4: 'Avisa o Google Analytics de cada lead; de cada venda, só se quem cuida do servidor pediu, porque o checkout já costuma avisar.',
  'meta-ads': 'Busca na Meta, de hora em hora, quanto custou cada anúncio.',
};

export const AD_CONNECTIONS = ['meta', 'ga4', 'meta-ads'];

/** A connection other than a checkout platform. */
export function ConnectionPanel({ id, response }: { id: string; response: ConnectionsResponse }) {
  const connection = CONNECTIONS.find((listed) => listed.id === id);
  if (!connection) return null;
  const isOn = response.settings.some(
    ({ name, source }) =>
      name === connection.settings[0]?.name && (source === 'console' || source === 'server'),
  );
  return (
    <div className="panel gap-4">
      <h3>{connection.label}</h3>
      <p className="text-small text-muted">{CONNECTION_USES[id]}</p>
      <ConnectionSetup connection={connection} response={response} />
      {id === 'mail' && isOn && <MailTest />}
    </div>
  );
}

function MailTest() {
  const [mailCheck, setMailCheck] = useState<MailCheck | null>(null);
  const { isBusy, failure, run } = useRequest();
  const checkMail = () => run(async () => setMailCheck(await call('POST connections/mail-check')));
  const problem = failure ?? mailCheck?.failure;
  return (
    <div className="stack justify-items-start pt-4 border-t">
      <Button aria-disabled={isBusy} onClick={() => void checkMail()}>
        Testar a entrada no servidor
      </Button>
      <div role="status">
        {isBusy && <p>Testando…</p>}
        {!isBusy && problem && <p className="text-small text-bad">{problem}</p>}
        {!isBusy && mailCheck && !problem && (
          <StateMark label="O servidor de e-mail aceitou." tone="good" />
        )}
      </div>
    </div>
  );
}
