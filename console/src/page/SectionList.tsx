import type { EditorFile } from '@funil/contract/console/page-editor';
import { isSame, readAt } from '@funil/contract/field-values';
import { useNavigate } from '@tanstack/react-router';
import { memo, useState } from 'react';
import { opensElsewhere } from '../parts/input-events.ts';
import { useNow } from '../parts/use-now.ts';
import { editField, hasDraft, useDraft } from './draft.ts';
import { MoveButtons, ProblemCount } from './fields/ListField.tsx';
import { arrangeFiles, describeEditor } from './names.ts';
import { PageIcon } from './PageIcon.tsx';
import { type Reorder, useReorder } from './reorder.ts';
import { addSection, moveItem } from './values.ts';

/** What the list shows of a file. */
interface FileState {
  readonly isChanged: boolean;
  readonly problems: number;
  /** Who else is editing it. */
  readonly editor: string | null;
}

interface ListState {
  readonly files: Readonly<Record<string, FileState>>;
  /** The page's sections in order; null: the content does not say. */
  readonly sections: readonly string[] | null;
}

interface Props {
  files: readonly EditorFile[];
  /** The key of the opened file. */
  opened: string;
  /** The operator's e-mail. */
  me: string;
}

/** The parts of the page in its order. Most keys typed in the form change nothing in it. */
export function SectionList({ files, opened, me }: Props) {
  const state = useListState(me);
  return <List files={files} opened={opened} state={state} />;
}

/** Returns what the list shows of the draft; the same object while nothing of it changes. */
function useListState(me: string): ListState {
  const draft = useDraft();
  const now = useNow();
  const sections = readAt(draft.files.get('site')?.value, ['sections']);
  const next: ListState = {
    sections: Array.isArray(sections) ? sections : null,
    files: Object.fromEntries(
      [...draft.files.values()].map((file) => [
        file.key,
        {
          isChanged: hasDraft(file) || draft.edits.some((edit) => edit.file === file.key),
          problems: draft.problems.filter((problem) => problem.file === file.key).length,
          editor: describeEditor(file, me, now),
        },
      ]),
    ),
  };
  const [kept, setKept] = useState(next);
  if (isSame(kept, next)) return kept;
  setKept(next);
  return next;
}

interface ListProps extends Omit<Props, 'me'> {
  state: ListState;
}

const List = memo(function List({ files, opened, state }: ListProps) {
  const site = files.find(({ key }) => key === 'site')?.schema.properties?.sections;
  const usual = (site?.default ?? site?.items?.enum ?? []) as readonly string[];
  const sections = state.sections ?? usual;
  const parts = arrangeFiles(files, sections);
  const put = (next: readonly string[]) => editField('site', ['sections'], next);
  const reorder = useReorder(sections.length, (from, to) => put(moveItem(sections, from, to)));
  const row = (file: EditorFile) => (
    <Row key={file.key} file={file} isOpened={file.key === opened} state={state.files[file.key]} />
  );
  const group = (title: string, members: readonly EditorFile[]) =>
    members.length > 0 && (
      <section aria-label={title}>
        {members.some((member) => member.title !== title) && <h2>{title}</h2>}
        <ul>{members.map(row)}</ul>
      </section>
    );
  return (
    <nav
      className="relative grid content-start gap-5 min-h-0 px-[calc(var(--pad)-0.5rem)] pt-4 pb-6 overflow-y-auto overscroll-contain in-data-[hides=list]:hidden [&_h2]:px-2 [&_h2]:pb-1.5 [&_h2]:text-muted [&_h2]:text-small [&_h2]:font-text [&_h2]:font-semibold [&_h2]:tracking-normal [&>:first-child>ul_a]:pl-8.5"
      aria-label="Partes da página"
    >
      <section aria-label="Na página, de cima para baixo">
        <h2>Na página, de cima para baixo</h2>
        <ul>{parts.top.map(row)}</ul>
        <ol ref={reorder.list}>
          {parts.on.map((file, index) => (
            <Row
              key={file.key}
              file={file}
              isOpened={file.key === opened}
              state={state.files[file.key]}
              place={{ index, reorder }}
              onSwitch={
                sections.length > 1
                  ? () => put(sections.filter((name) => name !== file.section))
                  : null
              }
            />
          ))}
        </ol>
        <p className="sr-only" role="status">
          {reorder.notice}
        </p>
        <ul>{parts.bottom.map(row)}</ul>
      </section>
      {parts.off.length > 0 && (
        <section aria-label="Fora da página">
          <h2>Fora da página</h2>
          <ul>
            {parts.off.map((file) => (
              <Row
                key={file.key}
                file={file}
                isOpened={file.key === opened}
                state={state.files[file.key]}
                onSwitch={() => put(addSection(sections, file.section ?? '', usual))}
              />
            ))}
          </ul>
        </section>
      )}
      {group('Formulários', parts.dialogs)}
      {group('Marca e página', parts.brand)}
      {group('Páginas de erro', parts.errors)}
    </nav>
  );
});

interface RowProps {
  file: EditorFile;
  isOpened: boolean;
  state: FileState | undefined;
  /** Of a section on the page. */
  place?: { readonly index: number; readonly reorder: Reorder };
  /** Puts the section on the page or takes it off; null: the page needs one section. */
  onSwitch?: (() => void) | null;
}

function Row({ file, isOpened, state, place, onSwitch }: RowProps) {
  const navigate = useNavigate();
  const { key, title } = file;
  const { isChanged = false, problems = 0, editor = null } = state ?? {};
  return (
    <li
      {...place?.reorder.itemProps(place.index)}
      className="group pressable relative flex items-center gap-1.5 min-h-11 pr-2 rounded-md data-open:bg-chosen forced-colors:data-open:border-l-4 forced-colors:data-open:border-l-[Highlight]"
      data-open={isOpened || undefined}
      data-off={(onSwitch && !place) || undefined}
    >
      {place && (
        <button
          type="button"
          className="page-grip"
          {...place.reorder.handleProps(place.index, title)}
        >
          <PageIcon name="grip" />
        </button>
      )}
      <a
        className="grid flex-1 content-center self-stretch min-w-0 pl-2 rounded-md no-underline group-data-open:font-semibold [.page-grip+&]:pl-0"
        href={`/pagina?parte=${key}`}
        aria-current={isOpened ? 'true' : undefined}
        onKeyDown={place?.reorder.moveByKey(place.index, title)}
        onClick={(event) => {
          if (opensElsewhere(event)) return;
          event.preventDefault();
          void navigate({ to: '/pagina', search: { parte: key } });
        }}
      >
        <span className="group-data-off:text-muted">{title}</span>
        {editor && <span className="text-small text-info font-normal">{editor}</span>}
      </a>
      {isChanged && (
        <span
          className="flex-none size-2 rounded-full bg-mark forced-colors:bg-[Highlight]"
          title="Mudou no rascunho"
        >
          <span className="sr-only">Mudou no rascunho</span>
        </span>
      )}
      {problems > 0 && <ProblemCount count={problems} />}
      {place && <MoveButtons index={place.index} name={title} reorder={place.reorder} />}
      {onSwitch !== undefined && (
        <button
          type="button"
          role="switch"
          className="relative flex-none w-9 h-5.5 border border-edge rounded-2xl bg-sunk before:content-[''] before:absolute before:-inset-y-3 before:-inset-x-2 after:content-[''] after:absolute after:top-[0.1875rem] after:left-[0.1875rem] after:size-3.5 after:rounded-full after:bg-edge after:transition-[translate] after:duration-120 aria-checked:border-action aria-checked:bg-action aria-checked:after:bg-on-action aria-checked:after:translate-x-3.5 disabled:opacity-50 disabled:cursor-default forced-colors:aria-checked:after:bg-[Highlight]"
          aria-checked={place !== undefined}
          aria-label={`${title} na página`}
          title={place ? 'Tirar da página' : 'Pôr na página'}
          disabled={onSwitch === null}
          onClick={onSwitch ?? undefined}
        />
      )}
    </li>
  );
}
