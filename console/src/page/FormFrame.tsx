import type { ReactNode, Ref } from 'react';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';

interface Props {
  title: string;
  ref?: Ref<HTMLElement>;
  onBack: () => void;
  /** A note such as `Ana está editando · agora`; null if no other operator edits this form. */
  editorNote?: string | null;
  actions?: ReactNode;
  children: ReactNode;
}

export const FormFrame = ({ title, ref, onBack, editorNote, actions, children }: Props) => (
  <section
    ref={ref}
    className="relative grid grid-cols-1 auto-rows-max content-start gap-4 min-h-0 px-pad pb-3 overflow-y-auto overscroll-contain scroll-pt-16 md:has-[[data-problem-list]]:scroll-pb-52 in-data-[hides=form]:hidden not-in-data-[columns=1]:border-x [&_:is(.fields,.field)]:grid-cols-1"
    aria-labelledby="page-form-title"
  >
    <header className="xs:sticky z-3 top-0 flex max-xs:flex-wrap items-center gap-2 min-h-14 -mx-pad px-pad py-2 border-b bg-ground">
      <Button
        kind="quiet"
        isSquare
        className="-ml-2.5 in-data-[columns=3]:hidden"
        aria-label="Voltar às partes"
        onClick={onBack}
      >
        <Icon name="back" />
      </Button>
      <div className="flex-1 min-w-0 max-xs:min-w-3/5">
        <h2 id="page-form-title">{title}</h2>
        {editorNote && <p className="text-small text-info font-normal">{editorNote}</p>}
      </div>
      {actions}
    </header>
    {children}
  </section>
);
