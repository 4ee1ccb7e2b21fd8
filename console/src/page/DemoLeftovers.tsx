import { formatQuantity } from '@funil/contract/counts';
import type { EditorForm, EditorProblem } from '@funil/contract/page/page-editor';
import { findForm } from '@funil/contract/page/page-engine';
import { Button } from '../parts/Button.tsx';
import { editField, putSections } from './draft/draft.ts';
import { readSections, useDraft } from './draft/draft-store.ts';
import { FormFrame } from './FormFrame.tsx';
import { type FieldTarget, ProblemRows } from './ProblemList.tsx';
import { LEFTOVERS_TITLE } from './SectionList.tsx';

interface Props {
  forms: readonly EditorForm[];
  demoLeftovers: readonly EditorProblem[];
  onGoToField: (target: FieldTarget) => void;
  onBack: () => void;
}

export function DemoLeftovers({ forms, demoLeftovers, onGoToField, onBack }: Props) {
  const leftoverCount = demoLeftovers.length;
  const sections = readSections(useDraft().files) ?? [];
  const leftoversOf = (form: EditorForm) =>
    demoLeftovers.filter(({ file, path }) => findForm(forms, file, path) === form);
  return (
    <FormFrame title={LEFTOVERS_TITLE} onBack={onBack}>
      <p className="text-muted">
        Enquanto a demonstração está ligada, o rodapé da página avisa que nomes e números são
        fictícios. Troque cada item, ou tire da página a seção que você não usa.
      </p>
      {forms.map((form) => {
        const leftovers = leftoversOf(form);
        return (
          leftovers.length > 0 && (
            <details key={form.id} className="fold frame">
              <summary className="w-auto! px-4">
                {form.title} <span className="text-muted font-normal">{leftovers.length}</span>
              </summary>
              <div className="stack px-4 pb-4">
                {form.isOptional &&
                  sections.length > 1 &&
                  sections.includes(form.section ?? '') && (
                    <div className="buttons">
                      <Button
                        onClick={() =>
                          putSections(sections.filter((name) => name !== form.section))
                        }
                      >
                        Tirar a seção da página
                      </Button>
                    </div>
                  )}
                <ProblemRows forms={forms} problems={leftovers} onGoToField={onGoToField} />
              </div>
            </details>
          )
        );
      })}
      <div className="grid gap-2 justify-items-start">
        <Button
          kind="main"
          disabled={leftoverCount > 0}
          onClick={() => {
            editField('site', ['demo'], false);
            onBack();
          }}
        >
          Desligar a demonstração
        </Button>
        <p className="text-small text-muted">
          {leftoverCount === 0
            ? 'Nada resta. Desligue e publique: a página passa a ser a sua.'
            : `${leftoverCount === 1 ? 'Falta' : 'Faltam'} ${formatQuantity(leftoverCount, 'item', 'itens')} da lista.`}
        </p>
      </div>
    </FormFrame>
  );
}
