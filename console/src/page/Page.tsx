import type {
  EditorForm,
  EditorProblem,
  PageEditorResponse,
} from '@funil/contract/console/page-editor';
import { type FieldPath, isSame } from '@funil/contract/field-values';
import { findForm } from '@funil/contract/page/page-engine';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  type ComponentProps,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useState,
} from 'react';
import { Button } from '../parts/Button.tsx';
import { useIsWindowAtLeast } from '../parts/breakpoints.ts';
import { QueryStatus } from '../parts/Failure.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Loading } from '../parts/Loading.tsx';
import { lazyPart } from '../parts/lazy-part.ts';
import { View } from '../parts/View.tsx';
import { queryClient } from '../queries.ts';
import { useSignIn } from '../session/session.ts';
import { adoptDraft, adoptPreview, editField, useDraft } from './draft.ts';
import { FileForm, UnreadableFile } from './FileForm.tsx';
import { PageIcon } from './PageIcon.tsx';
import type { Target } from './ProblemList.tsx';
import { editorQuery, previewQuery, publicationQuery } from './queries.ts';
import { SaveState } from './SaveState.tsx';
import { LEFTOVERS_ID, SectionList } from './SectionList.tsx';

const ConflictDialog = lazyPart(() => import('./ConflictDialog.tsx'), 'ConflictDialog');
const DiscardDialog = lazyPart(() => import('./DiscardDialog.tsx'), 'DiscardDialog');
const Leftovers = lazyPart(() => import('./Leftovers.tsx'), 'Leftovers');
/** Loaded apart, because a phone that shows the list or a form needs no code of the preview. */
const Preview = lazyPart(() => import('./Preview.tsx'), 'Preview');
const PublishDialog = lazyPart(() => import('./PublishDialog.tsx'), 'PublishDialog');
const Versions = lazyPart(() => import('./Versions.tsx'), 'Versions');

/** The server's draft is read again when the operator has not typed for this long. */
const EDITOR_IDLE_MS = 1_500;

/** Returns whether the operator has stopped typing, so that reading the draft again delays no key. */
function useHasStoppedTyping(saving: object): boolean {
  const [idleSince, setIdleSince] = useState<object | null>(saving);
  useEffect(() => {
    const timer = setTimeout(() => setIdleSince(saving), EDITOR_IDLE_MS);
    return () => clearTimeout(timer);
  }, [saving]);
  return idleSince === saving;
}

/** Reads the draft and the preview, and puts them into the draft's store. */
function useEditor(me: string) {
  const draft = useDraft();
  const isIdle = useHasStoppedTyping(draft.saving);
  // A query that became stale while it was disabled is refetched when it is enabled.
  const editor = useQuery({ ...editorQuery, enabled: isIdle });
  const previewStart = useQuery({ ...previewQuery, enabled: isIdle });
  const publication = useQuery(publicationQuery);
  useEffect(() => {
    if (editor.data) adoptDraft(editor.data.draft, editor.data.askedAt, me);
  }, [editor.data, me]);
  useEffect(() => {
    if (previewStart.data) adoptPreview(previewStart.data.preview, previewStart.data.askedAt);
  }, [previewStart.data]);
  const state = publication.data?.state;
  useEffect(() => {
    if (state === 'done' || state === 'failed') {
      void queryClient.invalidateQueries({ queryKey: ['page'], exact: false });
    }
  }, [state]);
  return { draft, editor, style: previewStart.data?.style, isPublishing: state === 'running' };
}

/** Adds a product to the draft unless it has the product already. @returns the path of the address to fill in */
function addProduct(name: string, platform: string | undefined): FieldPath {
  let path: FieldPath = [];
  editField('site', ['products'], (products: readonly { names?: unknown }[] = []) => {
    const index = products.findIndex(({ names }) => isSame(names, [name]));
    path = ['products', index < 0 ? products.length : index, 'url'];
    return index < 0 ? [...products, { names: [name], url: '', platform }] : products;
  });
  return path;
}

/**
 * Returns the form and field that the address names, and functions that open others. A product or field in the address
 * becomes the field to edit as soon as the draft is read.
 */
function useEditorRoute(forms: readonly EditorForm[], files: ReadonlyMap<string, unknown>) {
  const search = useSearch({ from: '/pagina' });
  const navigate = useNavigate({ from: '/pagina' });
  const [target, setTarget] = useState<Target | null>(null);
  const form = forms.find(({ id }) => id === (search.parte ?? 'hero')) ?? forms[0];
  const hasSite = files.has('site');
  const openedFile = form && files.has(form.key) ? form.key : undefined;
  useEffect(() => {
    const { parte, produto, plataforma, campo } = search;
    if (produto && hasSite) {
      setTarget({ file: 'site', path: addProduct(produto, plataforma) });
      void navigate({ search: { parte: 'checkout' }, replace: true });
    } else if (campo && openedFile) {
      setTarget({ file: openedFile, path: campo.split('.') });
      void navigate({ search: parte ? { parte } : {}, replace: true });
    }
  }, [search, hasSite, openedFile, navigate]);
  const openAddress = useCallback(
    (next: typeof search) => void navigate({ search: next }),
    [navigate],
  );
  function goTo(next: Target) {
    setTarget(next);
    const { id = next.file } = findForm(forms, next.file, next.path) ?? {};
    if (search.ver || search.parte !== id) openAddress({ parte: id });
  }
  return { search, form, target, openAddress, goTo };
}

type DialogName = 'publish' | 'versions' | 'conflict' | 'discard' | null;

/** By columns: list, form or preview; the preview beside list or form; all three. */
const PAGE_GRIDS = {
  1: '[grid-template:minmax(0,1fr)_auto_/_minmax(0,1fr)]',
  2: '[grid-template:minmax(0,1fr)_/_minmax(20rem,1fr)_minmax(0,1fr)]',
  3: '[grid-template:minmax(0,1fr)_/_minmax(15rem,19rem)_minmax(23rem,1fr)_minmax(24rem,1.2fr)]',
} as const;

/** The page's editor: its parts, the form of one of them, and the preview. */
export function Page() {
  const signIn = useSignIn();
  const me = signIn.step === 'done' ? signIn.email : '';
  const { draft, editor, style, isPublishing } = useEditor(me);
  const [openDialog, setOpenDialog] = useState<DialogName>(null);
  const [isWide, isWidest] = [useIsWindowAtLeast('md'), useIsWindowAtLeast('xl')];
  const columns = isWidest ? 3 : isWide ? 2 : 1;
  const forms = editor.data?.forms ?? [];
  const route = useEditorRoute(forms, draft.files);
  const { search, form, target, openAddress } = route;
  const leftovers = search.parte === LEFTOVERS_ID ? draft.facts.leftovers : null;
  const shownPart = search.ver ? 'preview' : search.parte ? 'form' : 'list';

  useEffect(() => {
    if (draft.conflict) setOpenDialog('conflict');
  }, [draft.conflict]);

  const openSection = useCallback(
    (section: string) => {
      const pressed = editor.data?.forms.find((form) => form.section === section);
      if (pressed) openAddress({ parte: pressed.id });
    },
    [editor.data?.forms, openAddress],
  );
  const goTo = (next: Target) => {
    setOpenDialog(null);
    route.goTo(next);
  };
  const publishButton = (
    <Button kind="main" disabled={!editor.data} onClick={() => setOpenDialog('publish')}>
      {isPublishing ? 'Publicando…' : 'Publicar'}
    </Button>
  );

  return (
    <View
      title="Página"
      isFixed
      subtitle={
        <SaveState isPublishing={isPublishing} onResolve={() => setOpenDialog('conflict')} />
      }
      actions={
        <>
          {editor.data?.address && (
            <a
              className="button quiet max-md:hidden"
              href={editor.data.address}
              target="_blank"
              rel="noreferrer"
            >
              <Icon name="link" />
              <span>Ver no ar</span>
            </a>
          )}
          <Button disabled={!editor.data} onClick={() => setOpenDialog('versions')}>
            <PageIcon name="history" />
            Versões
          </Button>
          {isWide && publishButton}
        </>
      }
    >
      {editor.data && form && draft.files.size > 0 ? (
        <div
          className={`grid min-h-0 ${PAGE_GRIDS[columns]}`}
          data-columns={columns}
          data-hides={columns === 3 ? undefined : shownPart !== 'list' ? 'list' : 'form'}
        >
          <SectionList
            forms={forms}
            opened={leftovers ? LEFTOVERS_ID : search.parte || columns === 3 ? form.id : ''}
            me={me}
          />
          {(isWide || shownPart === 'form') && (
            <FormColumn
              {...{ forms, form, leftovers, me, target, publishButton }}
              onTarget={goTo}
              onBack={() => openAddress({})}
            />
          )}
          {(isWide || shownPart === 'preview') && (
            <Suspense fallback={<Loading />}>
              <Preview
                style={style}
                preview={draft.preview}
                isStale={draft.problems.length > 0}
                shown={form}
                onPressed={openSection}
              />
            </Suspense>
          )}
          {!isWide && (
            <PageBar
              isPreview={shownPart === 'preview'}
              onBack={() => openAddress({})}
              onForm={() => openAddress({ parte: form.id })}
              onPreview={() => openAddress({ parte: form.id, ver: 'previa' })}
            >
              {publishButton}
            </PageBar>
          )}
        </div>
      ) : (
        <QueryStatus query={editor} />
      )}
      {editor.data && (
        <PageDialogs
          {...{ openDialog, me }}
          editor={editor.data}
          onOpen={setOpenDialog}
          onTarget={goTo}
        />
      )}
    </View>
  );
}

interface PageDialogsProps {
  openDialog: DialogName;
  me: string;
  editor: Pick<PageEditorResponse, 'forms' | 'address' | 'elsewhere'>;
  onOpen: (next: DialogName) => void;
  onTarget: (target: Target) => void;
}

function PageDialogs({ openDialog, me, editor, onOpen, onTarget }: PageDialogsProps) {
  const { forms, address, elsewhere } = editor;
  const close = () => onOpen(null);
  return (
    <Suspense>
      {openDialog === 'publish' && (
        <PublishDialog
          {...{ forms, address, elsewhere, onTarget }}
          onDiscard={() => onOpen('discard')}
          onClose={close}
        />
      )}
      {openDialog === 'versions' && (
        <Versions address={address} canRestore={elsewhere === null} onClose={close} />
      )}
      {openDialog === 'discard' && <DiscardDialog part={null} onClose={close} />}
      {openDialog === 'conflict' && <ConflictDialog forms={forms} me={me} onClose={close} />}
    </Suspense>
  );
}

interface FormColumnProps extends Omit<ComponentProps<typeof FileForm>, 'file'> {
  /** Fields with the demonstration's content, listed in place of a form; null: a form is shown. */
  leftovers: readonly EditorProblem[] | null;
}

/** The form of the chosen part, or the list or message that replaces it. */
function FormColumn({ leftovers, ...props }: FormColumnProps) {
  const { forms, form, onTarget, onBack } = props;
  const file = useDraft().files.get(form.key);
  if (leftovers) {
    return (
      <Suspense fallback={<Loading />}>
        <Leftovers {...{ forms, leftovers, onTarget, onBack }} />
      </Suspense>
    );
  }
  if (!file) return <UnreadableFile form={form} onBack={onBack} />;
  return <FileForm key={form.id} {...props} file={file} />;
}

interface PageBarProps {
  isPreview: boolean;
  onBack: () => void;
  onForm: () => void;
  onPreview: () => void;
  children: ReactNode;
}

/** The buttons below the list, form or preview in a narrow window. */
const PageBar = ({ isPreview, onBack, onForm, onPreview, children }: PageBarProps) => (
  <div className="page-bar grid auto-cols-[1fr] xs:grid-flow-col gap-2 px-pad py-2 border-t bg-raised [&_.button]:px-2">
    {isPreview ? (
      <>
        <Button onClick={onBack}>
          <Icon name="back" />
          Partes
        </Button>
        <Button onClick={onForm}>Editar</Button>
      </>
    ) : (
      <Button onClick={onPreview}>
        <Icon name="show" />
        Ver prévia
      </Button>
    )}
    {children}
  </div>
);
