import { areValuesEqual } from '@funil/contract/field-values';
import type { EditorForm, EditorProblem } from '@funil/contract/page/page-editor';
import { findForm } from '@funil/contract/page/page-engine';
import { useNavigate } from '@tanstack/react-router';
import { memo, type ReactNode, useState } from 'react';
import { onPlainClick } from '../parts/input-events.ts';
import { useNow } from '../parts/time/use-now.ts';
import { putSections } from './draft/draft.ts';
import { hasUnpublishedChanges, readSections, useDraft } from './draft/draft-store.ts';
import { addSection, moveItem } from './draft/values.ts';
import { DragHandle, MoveButtons } from './MoveControls.tsx';
import { describeOtherEditor, groupForms } from './names.ts';
import { ProblemCount } from './ProblemCount.tsx';
import { DRAGGED_CLASSES, type Reorder, useReorder } from './reorder.ts';

/** Stands in the console's URL in place of a form's id. */
export const LEFTOVERS_ID = 'demonstracao';
export const LEFTOVERS_TITLE = 'O que resta da demonstração';

interface FormRowState {
  readonly isChanged: boolean;
  readonly problemCount: number;
  /** Shown below the form's title, such as `Ana está editando · agora`. */
  readonly subtitle: string | null;
}

interface ListState {
  readonly forms: Readonly<Record<string, FormRowState>>;
  /** Number of fields with the demonstration's content; null if the demonstration is off. */
  readonly leftoverCount: number | null;
  /** In the page's order; null if the content has no list of sections. */
  readonly sections: readonly string[] | null;
}

interface Props {
  forms: readonly EditorForm[];
  /** Id of the open form, or LEFTOVERS_ID; empty if none is open. */
  openId: string;
  operatorEmail: string;
}

/** The list's props stay the same while an operator types in a form, so that typing does not draw the list again. */
export function SectionList({ forms, openId, operatorEmail }: Props) {
  const state = useListState(forms, operatorEmail);
  return <List forms={forms} openId={openId} state={state} />;
}

/** Returns the same object until one of its values changes. */
function useListState(forms: readonly EditorForm[], operatorEmail: string): ListState {
  const draft = useDraft();
  const now = useNow();
  const nextState: ListState = {
    leftoverCount: draft.insights.demo_leftovers?.length ?? null,
    sections: readSections(draft.files),
    forms: Object.fromEntries(
      forms.map((form) => {
        const file = draft.files.get(form.key);
        const isInForm = (field: Pick<EditorProblem, 'file' | 'path'>) =>
          findForm(forms, field.file, field.path) === form;
        const isChanged = (file && hasUnpublishedChanges(file, form)) || draft.edits.some(isInForm);
        return [
          form.id,
          {
            isChanged,
            problemCount: draft.problems.filter(isInForm).length,
            subtitle: file ? describeOtherEditor({ file, form, operatorEmail, now }) : null,
          },
        ];
      }),
    ),
  };
  const [state, setState] = useState(nextState);
  if (areValuesEqual(state, nextState)) return state;
  setState(nextState);
  return nextState;
}

interface ListProps extends Omit<Props, 'operatorEmail'> {
  state: ListState;
}

const List = memo(function List({ forms, openId, state }: ListProps) {
  const sectionsSchema = findForm(forms, 'site', ['sections'])?.schema.properties?.sections;
  const defaultOrder = (sectionsSchema?.default ??
    sectionsSchema?.items?.enum ??
    []) as readonly string[];
  const sections = state.sections ?? defaultOrder;
  const groups = groupForms(forms, sections);
  const reorder = useReorder(sections.length, (from, to) =>
    putSections(moveItem(sections, from, to)),
  );
  const renderRow = (form: EditorForm, orderProps?: Pick<RowProps, 'position' | 'onToggle'>) => (
    <SectionRow
      key={form.id}
      form={form}
      isOpen={form.id === openId}
      state={state.forms[form.id]}
      {...orderProps}
    />
  );
  const renderGroup = (title: string, members: readonly EditorForm[]) =>
    members.length > 0 && (
      <PartGroup title={title} isTitled={members.some((member) => member.title !== title)}>
        <ul>{members.map((form) => renderRow(form))}</ul>
      </PartGroup>
    );
  return (
    <nav
      className="relative grid content-start gap-5 min-h-0 px-[calc(var(--pad)-0.5rem)] pt-4 pb-6 overflow-y-auto overscroll-contain in-data-[hides=list]:hidden"
      aria-label="Partes da página"
    >
      {state.leftoverCount !== null && (
        <ul>
          <SectionRow
            form={{ id: LEFTOVERS_ID, title: LEFTOVERS_TITLE }}
            isOpen={openId === LEFTOVERS_ID}
            state={{
              isChanged: false,
              problemCount: 0,
              subtitle:
                state.leftoverCount === 0
                  ? 'nada: pode desligá-la'
                  : `${state.leftoverCount} para trocar`,
            }}
          />
        </ul>
      )}
      <PartGroup title="Na página, de cima para baixo">
        <ul className="[&_a]:pl-8.5">{groups.aboveSections.map((form) => renderRow(form))}</ul>
        <ol ref={reorder.listRef}>
          {groups.onPage.map((form, index) => {
            const removeSection = () =>
              putSections(sections.filter((name) => name !== form.section));
            const onToggle = sections.length > 1 ? removeSection : null;
            return renderRow(form, { position: { index, reorder }, onToggle });
          })}
        </ol>
        <p className="sr-only" role="status">
          {reorder.moveNotice}
        </p>
        <ul className="[&_a]:pl-8.5">{groups.belowSections.map((form) => renderRow(form))}</ul>
      </PartGroup>
      {groups.offPage.length > 0 && (
        <PartGroup title="Fora da página">
          <ul>
            {groups.offPage.map((form) =>
              renderRow(form, {
                onToggle: () => putSections(addSection(sections, form.section ?? '', defaultOrder)),
              }),
            )}
          </ul>
        </PartGroup>
      )}
      {renderGroup('Formulários', groups.dialogs)}
      {renderGroup('Marca e página', groups.brand)}
      {renderGroup('Páginas de erro', groups.errors)}
    </nav>
  );
});

interface GroupProps {
  title: string;
  isTitled?: boolean;
  children: ReactNode;
}

const PartGroup = ({ title, isTitled = true, children }: GroupProps) => (
  <section aria-label={title}>
    {isTitled && (
      <h2 className="px-2 pb-1.5 text-muted text-small font-text font-semibold tracking-normal">
        {title}
      </h2>
    )}
    {children}
  </section>
);

interface RowProps {
  form: Pick<EditorForm, 'id' | 'title'>;
  isOpen: boolean;
  state: FormRowState | undefined;
  /** Omitted for a part that cannot be moved. */
  position?: { readonly index: number; readonly reorder: Reorder };
  /** Puts a section on the page or takes it off; null for the last section on the page; omitted for a fixed part. */
  onToggle?: (() => void) | null;
}

function SectionRow({ form, isOpen, state, position, onToggle }: RowProps) {
  const isSwitchedOn = position !== undefined;
  const navigate = useNavigate();
  const { id, title } = form;
  const { isChanged = false, problemCount = 0, subtitle = null } = state ?? {};
  return (
    <li
      {...position?.reorder.itemProps(position.index)}
      className={`group pressable relative flex items-center gap-1.5 min-h-11 pr-2 rounded-md data-open:bg-chosen forced-colors:data-open:border-l-4 forced-colors:data-open:border-l-[Highlight] ${DRAGGED_CLASSES}`}
      data-open={isOpen || undefined}
      data-off={(onToggle && !isSwitchedOn) || undefined}
    >
      {position && <DragHandle index={position.index} name={title} reorder={position.reorder} />}
      <a
        className="grid flex-1 content-center self-stretch min-w-0 pl-2 rounded-md no-underline group-data-open:font-semibold not-first:pl-0"
        href={`/pagina?parte=${id}`}
        aria-current={isOpen ? 'true' : undefined}
        onKeyDown={position?.reorder.moveByKey(position.index, title)}
        onClick={onPlainClick(() => void navigate({ to: '/pagina', search: { parte: id } }))}
      >
        <span className="group-data-off:text-muted">{title}</span>
        {subtitle && <span className="text-small text-info font-normal">{subtitle}</span>}
      </a>
      {isChanged && (
        <span
          className="flex-none size-2 rounded-full bg-mark forced-colors:bg-[Highlight]"
          title="Mudou no rascunho"
        >
          <span className="sr-only">Mudou no rascunho</span>
        </span>
      )}
      {problemCount > 0 && <ProblemCount count={problemCount} />}
      {position && <MoveButtons index={position.index} name={title} reorder={position.reorder} />}
      {onToggle !== undefined && (
        <SectionSwitch title={title} isOn={isSwitchedOn} onToggle={onToggle} />
      )}
    </li>
  );
}

interface SwitchProps extends Pick<Required<RowProps>, 'onToggle'> {
  title: string;
  isOn: boolean;
}

const SectionSwitch = ({ title, isOn, onToggle }: SwitchProps) => (
  <button
    type="button"
    role="switch"
    className="relative flex-none w-9 h-5.5 border border-edge rounded-2xl bg-sunk before:absolute before:-inset-y-3 before:-inset-x-2 after:absolute after:top-[0.1875rem] after:left-[0.1875rem] after:size-3.5 after:rounded-full after:bg-edge after:transition-[translate] after:duration-120 aria-checked:border-action aria-checked:bg-action aria-checked:after:bg-on-action aria-checked:after:translate-x-3.5 not-forced-colors:disabled:opacity-50 disabled:cursor-default forced-colors:disabled:border-[GrayText] forced-colors:aria-checked:after:bg-[Highlight]"
    aria-checked={isOn}
    aria-label={`${title} na página`}
    title={
      onToggle === null
        ? 'A página precisa de pelo menos uma seção'
        : isOn
          ? 'Tirar da página'
          : 'Pôr na página'
    }
    disabled={onToggle === null}
    onClick={onToggle ?? undefined}
  />
);
