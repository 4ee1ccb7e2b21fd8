import { type AdLinkVerdict, composeAdLink } from '@funil/contract/ads/ad-links';
import { AD_NETWORK_LABELS, AD_NETWORKS } from '@funil/contract/ads/ad-spend';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../api.ts';
import { useRole } from '../console-context.ts';
import { Button } from '../parts/Button.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { FieldError, TextArea } from '../parts/Fields.tsx';
import { StateMark, type StateMarkProps } from '../parts/StateMark.tsx';
import { useRequest } from '../parts/use-request.ts';
import { View } from '../parts/View.tsx';
import { mayOpen } from '../views.ts';
import { spendOverviewQuery } from './queries.ts';

const PASTE_HINTS = {
  meta: 'No Gerenciador de Anúncios, cole no anúncio, em Destino → URL do site.',
  google: 'No Google Ads, cole no anúncio, em URL final.',
} as const;

export function AdLinks() {
  const query = useQuery(spendOverviewQuery);
  return (
    <View
      title="Links de anúncio"
      subtitle="Com estes links nos anúncios, cada visita diz de qual anúncio veio."
    >
      <QueryStatus query={query} />
      {query.data && <PageLinks address={query.data.page_address} />}
      {query.data?.page_address && <LinkCheck />}
    </View>
  );
}

/** @param address the page's public URL; null if content does not state it */
function PageLinks({ address }: { address: string | null }) {
  const isEditor = mayOpen(useRole(), '/pagina');
  if (address === null) {
    return (
      <section className="panel" aria-labelledby="address-title">
        <h2 id="address-title">Qual é o endereço da sua página?</h2>
        <p>
          Os links levam a ela, e ela ainda não tem um endereço na internet.{' '}
          {isEditor
            ? 'Escreva-o uma vez, e os links aparecem aqui.'
            : 'Peça a um gestor que o escreva em Página.'}
        </p>
        {isEditor && (
          <Link
            to="/pagina"
            search={{ parte: 'brand', campo: 'url' }}
            className="tap justify-self-start"
          >
            Escrever o endereço
          </Link>
        )}
      </section>
    );
  }
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,22rem),1fr))] gap-5">
      {AD_NETWORKS.map((network) => {
        const link = composeAdLink(address, network);
        return (
          <section key={network} className="panel" aria-labelledby={network}>
            <h2 id={network}>{AD_NETWORK_LABELS[network]}</h2>
            <p className="text-small text-muted">{PASTE_HINTS[network]}</p>
            <code>{link}</code>
            <CopyButton
              text={link}
              textName="link"
              label={`Copiar: ${AD_NETWORK_LABELS[network]}`}
            />
          </section>
        );
      })}
    </div>
  );
}

/** The server checks at most this many links in one request. */
const MAX_LINKS = 50;

interface CheckedLink extends AdLinkVerdict {
  readonly link: string;
}

function LinkCheck() {
  const [checkedLinks, setCheckedLinks] = useState<readonly CheckedLink[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, failure, run } = useRequest();
  function checkLinks(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('links'));
    const links = [...new Set(text.split(/\s*\n\s*/).filter(Boolean))];
    setCheckedLinks([]);
    const isTooLong = links.length > MAX_LINKS;
    setProblem(
      links.length === 0
        ? 'Cole pelo menos um link.'
        : isTooLong
          ? `Cole no máximo ${MAX_LINKS} links por vez.`
          : null,
    );
    if (links.length === 0 || isTooLong) return;
    void run(async () => {
      const { items } = await call('POST spend/links', { body: { links } });
      setCheckedLinks(items.map((item, index) => ({ ...item, link: links[index] ?? '' })));
    });
  }
  return (
    <section className="panel" aria-labelledby="check-title">
      <h2 id="check-title">Conferir links</h2>
      <form className="grid justify-items-start gap-3 [&>.field]:w-full" onSubmit={checkLinks}>
        <TextArea label="Links dos seus anúncios, um por linha" name="links" rows={4} />
        <FieldError>{problem ?? failure}</FieldError>
        <Button type="submit" kind="main" aria-disabled={isBusy}>
          Conferir
        </Button>
      </form>
      <ul className="lines" aria-label="Resultado" aria-live="polite">
        {checkedLinks.map(({ link, verdict, reason }) => (
          <li key={link} className="grid gap-1 py-3">
            <StateMark {...VERDICT_MARKS[verdict]} />
            <p>{reason}</p>
            <code>{link}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

const VERDICT_MARKS: Readonly<Record<AdLinkVerdict['verdict'], StateMarkProps>> = {
  joined: { label: 'Junta-se', tone: 'good' },
  template: { label: 'Certo', tone: 'good' },
  waiting: { label: 'Certo, sem gasto ainda', tone: 'warn' },
  unjoined: { label: 'Não se junta', tone: 'bad' },
};
