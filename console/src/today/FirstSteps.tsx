import type { FirstSteps as Steps } from '@funil/contract/console/today';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { copyText } from '../parts/toast.ts';
import { useRole } from '../session/context.ts';

/** What a new seller does next; each step is ticked once it has happened. */
export function FirstSteps({ steps }: { steps: Steps }) {
  const { page, visited, sold, advertised } = steps;
  const isOwner = useRole() === 'owner';
  return (
    <section
      className="rounded-xl border bg-raised grid gap-4 p-4 [&_ol]:grid [&_ol]:gap-4"
      aria-labelledby="first-steps-title"
    >
      <h2 id="first-steps-title">Primeiros passos</h2>
      <ol>
        <Step title="Mande o link da página para alguém" isDone={visited}>
          {page === null ? (
            'A página ainda não está no ar.'
          ) : (
            <span className="flex flex-wrap items-center gap-3 [&>a]:py-2">
              <a href={page} target="_blank" rel="noopener noreferrer">
                {page}
              </a>
              <Button onClick={() => void copyText(page, 'Link')}>
                <Icon name="copy" />
                Copiar
              </Button>
            </span>
          )}
        </Step>
        <Step title="Ligue o checkout" isDone={sold}>
          {isOwner && (
            <>
              Em <Link to="/ligacoes">Ligações</Link> está o que copiar.{' '}
            </>
          )}
          Quando a plataforma avisar do primeiro pedido, ele aparece em{' '}
          <Link to="/vendas">Vendas</Link>.
        </Step>
        <Step title="Use o primeiro link de anúncio" isDone={advertised}>
          <Link to="/anuncios/links">Fazer o link</Link>: é ele que diz qual anúncio vende.
        </Step>
      </ol>
    </section>
  );
}

interface StepProps {
  title: string;
  isDone: boolean;
  children: ReactNode;
}

function Step({ title, isDone, children }: StepProps) {
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-3 [&_a]:wrap-anywhere">
      <span
        className={`grid place-items-center size-6 rounded-full border-2 ${isDone ? 'border-good text-good font-bold' : ''}`}
        aria-hidden="true"
      >
        {isDone && '✓'}
      </span>
      <div>
        <h3>
          {title}
          {isDone && <span className="sr-only"> (feito)</span>}
        </h3>
        {!isDone && <div className="text-muted">{children}</div>}
      </div>
    </li>
  );
}
