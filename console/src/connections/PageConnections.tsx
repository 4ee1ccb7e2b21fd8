import type { ConnectionsResponse } from '@funil/contract/console/connections';
import { OWNERS } from '@funil/contract/operators/roles';
import { type Checkout, checkoutPlatform } from '@funil/contract/sales/checkout';
import { isExampleAddress } from '@funil/contract/sales/checkout-problem';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useRole } from '../console-context.ts';
import { QueryStatus } from '../parts/Failure.tsx';
import { AD_CONNECTIONS, ConnectionPanel } from './ConnectionPanel.tsx';
import { PlatformPanel } from './PlatformPanel.tsx';
import { connectionsQuery } from './queries.ts';

interface Props {
  /** The form of the page's editor that shows these connections. */
  topic: 'checkout' | 'tracking';
  /** Values of site.yaml in the draft. */
  site: { readonly url?: unknown; readonly checkout?: Partial<Checkout> };
  publishButton: ReactNode;
}

export function PageConnections({ topic, site, publishButton }: Props) {
  const isOwner = OWNERS.includes(useRole());
  const query = useQuery({ ...connectionsQuery, enabled: isOwner });
  const title = topic === 'checkout' ? 'O segredo do checkout' : 'Os tokens';
  return (
    <section className="stack" aria-label={title}>
      <h3>{title}</h3>
      <p className="text-small text-muted">
        {isOwner ? 'Vale assim que você salva.' : 'Só um proprietário pode salvar.'}
      </p>
      {isOwner && <QueryStatus query={query} />}
      {query.data && topic === 'checkout' && <CheckoutSecret site={site} response={query.data} />}
      {query.data &&
        topic === 'tracking' &&
        AD_CONNECTIONS.map((id) => <ConnectionPanel key={id} id={id} response={query.data} />)}
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p className="text-small text-muted">O resto desta parte vale quando você publica.</p>
        {publishButton}
      </div>
    </section>
  );
}

function CheckoutSecret({
  site,
  response,
}: Pick<Props, 'site'> & { response: ConnectionsResponse }) {
  const { url = '', platform: configuredPlatform } = site.checkout ?? {};
  const platform = checkoutPlatform({ url, platform: configuredPlatform });
  if (platform === null || platform === 'other') {
    return (
      <p className="text-muted">
        {platform === null
          ? 'Escreva o endereço do checkout: ele diz a plataforma.'
          : 'De outra plataforma, o Funil não recebe avisos de venda.'}
      </p>
    );
  }
  const draftAddress = String(site.url ?? '');
  const isOwnAddress = URL.canParse(draftAddress) && !isExampleAddress(draftAddress);
  return (
    <PlatformPanel
      key={platform}
      platform={platform}
      response={response}
      address={response.address ?? (isOwnAddress ? draftAddress : null)}
      isUsed
    />
  );
}
