import type { EditorFile, EditorSchema } from '@funil/contract/console/page-editor';
import { useNavigate } from '@tanstack/react-router';
import { Icon } from '../parts/Icon.tsx';
import { opensElsewhere } from '../parts/input-events.ts';
import { useNow } from '../parts/use-now.ts';
import { editField, type LocalFile, useDraft } from './draft.ts';
import { MoveButtons, ProblemCount } from './fields/ListField.tsx';
import { arrangeFiles, describeEditor } from './names.ts';
import { type Reorder, useReorder } from './reorder.ts';
import { addSection, moveItem, readAt } from './values.ts';

interface Props {
  files: readonly EditorFile[];
  /** The key of the opened file. */
  opened: string;
  /** The operator's e-mail. */
  me: string;
}

/** Returns the page's sections in order, and the order of all. */
function readSections(site: LocalFile | undefined, schema: EditorSchema | undefined) {
  const field = schema?.properties?.sections;
  const usual = (field?.default ?? field?.items?.enum ?? []) as readonly string[];
  const written = readAt(site?.value, ['sections']);
  return { usual, sections: Array.isArray(written) ? (written as readonly string[]) : usual };
}

/** The parts of the page in its order: sections move, and can be left out. */
export function SectionList({ files, opened, me }: Props) {
  const draft = useDraft();
  const site = files.find(({ key }) => key === 'site');
  const { usual, sections } = readSections(draft.files.get('site'), site?.schema);
  const parts = arrangeFiles(files, sections);
  const put = (next: readonly string[]) => editField('site', ['sections'], next);
  const reorder = useReorder(sections.length, (from, to) => put(moveItem(sections, from, to)));
  const row = (file: EditorFile) => (
    <Row key={file.key} file={file} isOpened={file.key === opened} me={me} />
  );
  const group = (title: string, members: readonly EditorFile[]) =>
    members.length > 0 && (
      <section aria-label={title}>
        {members.some((member) => member.title !== title) && <h2>{title}</h2>}
        <ul>{members.map(row)}</ul>
      </section>
    );
  return (
    <nav className="page-sections" aria-label="Partes da página">
      <section aria-label="Na página, de cima para baixo">
        <h2>Na página, de cima para baixo</h2>
        <ul>{parts.top.map(row)}</ul>
        <ol ref={reorder.list}>
          {parts.on.map((file, index) => (
            <Row
              key={file.key}
              file={file}
              isOpened={file.key === opened}
              me={me}
              place={{ index, reorder }}
              onSwitch={
                sections.length > 1
                  ? () => put(sections.filter((name) => name !== file.section))
                  : null
              }
            />
          ))}
        </ol>
        <p className="out-of-sight" role="status">
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
                me={me}
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
}

interface RowProps {
  file: EditorFile;
  isOpened: boolean;
  me: string;
  /** Of a section on the page. */
  place?: { readonly index: number; readonly reorder: Reorder };
  /** Puts the section on the page or takes it off; null: the page needs one section. */
  onSwitch?: (() => void) | null;
}

function Row({ file, isOpened, me, place, onSwitch }: RowProps) {
  const navigate = useNavigate();
  const now = useNow();
  const draft = useDraft();
  const { key, title } = file;
  const local = draft.files.get(key);
  const count = draft.problems.filter((problem) => problem.file === key).length;
  const editor = local ? describeEditor(local, me, now) : null;
  const isChanged = local !== undefined && (local.version > 0 || local.value !== local.base);
  return (
    <li
      {...place?.reorder.itemProps(place.index)}
      className="page-row pressable"
      data-open={isOpened || undefined}
      data-off={(onSwitch && !place) || undefined}
    >
      {place && (
        <button
          type="button"
          className="page-grip"
          {...place.reorder.handleProps(place.index, title)}
        >
          <Icon name="grip" />
        </button>
      )}
      <a
        href={`/pagina?parte=${key}`}
        aria-current={isOpened ? 'true' : undefined}
        onKeyDown={place?.reorder.moveByKey(place.index, title)}
        onClick={(event) => {
          if (opensElsewhere(event)) return;
          event.preventDefault();
          void navigate({ to: '/pagina', search: { parte: key } });
        }}
      >
        <span className="page-row-name">{title}</span>
        {editor && <span className="small page-editor">{editor}</span>}
      </a>
      {isChanged && (
        <span className="page-changed" title="Mudou no rascunho">
          <span className="out-of-sight">Mudou no rascunho</span>
        </span>
      )}
      {count > 0 && <ProblemCount count={count} />}
      {place && <MoveButtons index={place.index} name={title} reorder={place.reorder} />}
      {onSwitch !== undefined && (
        <button
          type="button"
          role="switch"
          className="page-switch"
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
