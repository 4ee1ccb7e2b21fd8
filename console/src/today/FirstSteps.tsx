import type { FirstStepsState } from '@funil/contract/today/today';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

const LINK_CLASSES = 'inline-block text-pretty py-3 md:pointer-fine:py-1.5';
/** A hint has as much room below it as a link. */
const HINT_CLASSES = 'text-small text-muted pb-3 md:pointer-fine:pb-1.5';

export function FirstSteps({ steps }: { steps: FirstStepsState }) {
  const { named, addressed, priced, checkout, on_air, published, advertised } = steps;
  return (
    <section className="panel gap-4" aria-labelledby="first-steps-title">
      <h2 id="first-steps-title">Primeiros passos</h2>
      <ol className="grid gap-4">
        <Step title="Sua marca" isDone={named && addressed}>
          <FieldLink parte="brand" campo="product" isDone={named}>
            O nome do que você vende
          </FieldLink>
          <FieldLink parte="brand" campo="url" isDone={addressed}>
            O endereço da sua página na internet
          </FieldLink>
          {!addressed && (
            <p className={HINT_CLASSES}>
              Um endereço terminado em “.example” é só de exemplo e ainda não conta.
            </p>
          )}
        </Step>
        <Step title="Seu preço e seu checkout" isDone={priced && checkout}>
          <FieldLink parte="offer" campo="price.cash" isDone={priced}>
            O preço, e as parcelas dele
          </FieldLink>
          <FieldLink parte="checkout" campo="checkout.url" isDone={checkout}>
            O endereço do checkout, e o segredo dele
          </FieldLink>
        </Step>
        <Step title="Sua página no ar" isDone={published}>
          {on_air && <p>No ar, ainda com partes da demonstração.</p>}
          <FieldLink parte="demonstracao">Trocar o que resta da demonstração, e publicar</FieldLink>
        </Step>
        <Step title="O primeiro link de anúncio" isDone={advertised}>
          <Link to="/anuncios/links" className={LINK_CLASSES}>
            Fazer o link
          </Link>
          <p className={HINT_CLASSES}>
            Fica pronto quando chega a primeira visita por um link assim.
          </p>
        </Step>
      </ol>
    </section>
  );
}

interface FieldProps {
  parte: string;
  campo?: string;
  isDone?: boolean;
  children: string;
}

const FieldLink = ({ parte, campo, isDone = false, children }: FieldProps) => (
  <p>
    <Link to="/pagina" search={campo ? { parte, campo } : { parte }} className={LINK_CLASSES}>
      {children}
    </Link>
    {isDone && (
      <>
        <span aria-hidden="true"> ✓</span>
        <span className="sr-only"> (feito)</span>
      </>
    )}
  </p>
);

interface StepProps {
  title: string;
  isDone: boolean;
  children: ReactNode;
}

const Step = ({ title, isDone, children }: StepProps) => (
  <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-3">
    <span
      className="grid place-items-center size-6 border-2 rounded-full data-done:border-good data-done:text-good data-done:font-bold"
      data-done={isDone || undefined}
      aria-hidden="true"
    >
      {isDone && '✓'}
    </span>
    <div>
      <h3>
        {title}
        {isDone && <span className="sr-only"> (feito)</span>}
      </h3>
      {!isDone && children}
    </div>
  </li>
);
