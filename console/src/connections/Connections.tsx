import { PLATFORM_NAMES } from '@funil/contract/sales/platforms';
import { useQuery } from '@tanstack/react-query';
import { QueryStatus } from '../parts/Failure.tsx';
import { View } from '../parts/View.tsx';
import { AD_CONNECTIONS, ConnectionPanel } from './ConnectionPanel.tsx';
import { PlatformPanel } from './PlatformPanel.tsx';
import { connectionsQuery } from './queries.ts';

export function Connections() {
  const query = useQuery(connectionsQuery);
  const { data: connections } = query;
  return (
    <View
      title="Ligações"
      subtitle="De onde chegam as vendas, e quem o Funil avisa delas. Os segredos ficam cifrados, e ninguém os vê de novo."
    >
      <QueryStatus query={query} />
      {connections && (
        <div className="grid grid-cols-1 items-start gap-8 @[64rem]/view:grid-cols-2 @[64rem]/view:grid-rows-[auto_1fr]">
          <section className="stack" aria-labelledby="checkouts">
            <h2 id="checkouts">Checkouts</h2>
            {connections.checkout_problems.map((problem) => (
              <p key={problem} className="text-small text-bad">
                {problem}
              </p>
            ))}
            {PLATFORM_NAMES.map((platform) => (
              <PlatformPanel
                key={platform}
                platform={platform}
                response={connections}
                address={connections.address}
                isUsed={platform === connections.checkout_platform}
              />
            ))}
          </section>
          <section className="stack @[64rem]/view:row-span-2" aria-labelledby="mail">
            <h2 id="mail">E-mail e cópias</h2>
            <ConnectionPanel id="mail" response={connections} />
            <ConnectionPanel id="copies" response={connections} />
          </section>
          <section
            className="grid grid-cols-[repeat(auto-fill,minmax(min(28rem,100%),1fr))] items-start gap-x-8 gap-y-3"
            aria-labelledby="ads"
          >
            <h2 id="ads" className="col-span-full">
              Meta e Google
            </h2>
            {AD_CONNECTIONS.map((id) => (
              <ConnectionPanel key={id} id={id} response={connections} />
            ))}
          </section>
        </div>
      )}
    </View>
  );
}
