import type {
  EditorProblem,
  PageEditorResponse,
  PublishReview,
} from '@funil/contract/page/page-editor';
import {
  type ComponentProps,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useState,
} from 'react';
import { afterFirstLoad } from '../parts/after-first-load.ts';
import { Button } from '../parts/Button.tsx';
import { useIsWindowAtLeast } from '../parts/breakpoints.ts';
import { QueryStatus } from '../parts/Failure.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Loading } from '../parts/Loading.tsx';
import { lazyPart } from '../parts/lazy-part.ts';
import { View } from '../parts/View.tsx';
import { useSignIn } from '../session/session.ts';
import { readTextTest, useDraft } from './draft/draft-store.ts';
import { SaveState } from './draft/SaveState.tsx';
import { FormFrame } from './FormFrame.tsx';
import { PageIcon } from './PageIcon.tsx';
import type { FieldTarget } from './ProblemList.tsx';
import { LEFTOVERS_ID, SectionList } from './SectionList.tsx';
import { useEditor, useEditorRoute } from './use-editor.ts';

const ConflictDialog = lazyPart(() => import('./ConflictDialog.tsx'), 'ConflictDialog');
const DiscardDialog = lazyPart(() => import('./publish/DiscardDialog.tsx'), 'DiscardDialog');
const importForm = () => import('./FileForm.tsx');
const FileForm = lazyPart(importForm, 'FileForm');
const UnreadableFile = lazyPart(importForm, 'UnreadableFile');
const DemoLeftovers = lazyPart(() => import('./DemoLeftovers.tsx'), 'DemoLeftovers');
/** Loaded apart, because a phone that shows the list or a form needs no code of the preview. */
const Preview = lazyPart(() => import('./preview/Preview.tsx'), 'Preview');
const PublishDialog = lazyPart(() => import('./publish/PublishDialog.tsx'), 'PublishDialog');
const Versions = lazyPart(() => import('./publish/Versions.tsx'), 'Versions');

type PageDialogName = 'publish' | 'versions' | 'conflict' | 'discard' | null;

/** Classes by number of columns. 1: list, form or preview; 2: list or form beside the preview; 3: all three. */
const PAGE_GRIDS = {
  1: '[grid-template:minmax(0,1fr)_auto_/_minmax(0,1fr)]',
  2: '[grid-template:minmax(0,1fr)_/_minmax(20rem,1fr)_minmax(0,1fr)]',
  3: '[grid-template:minmax(0,1fr)_/_minmax(15rem,19rem)_minmax(23rem,1fr)_minmax(24rem,1.2fr)]',
} as const;

export function PageEditor() {
  const signIn = useSignIn();
  const operatorEmail = signIn.step === 'done' ? signIn.email : '';
  const { draft, editor, style, isPublishing } = useEditor(operatorEmail);
  const [openDialog, setOpenDialog] = useState<PageDialogName>(null);
  const isWide = useIsWindowAtLeast('md');
  const route = useEditorRoute(editor.data?.forms ?? [], draft.files);
  usePrefetchFormCode(isWide);

  useEffect(() => {
    if (draft.conflict) setOpenDialog('conflict');
  }, [draft.conflict]);

  const goTo = (next: FieldTarget) => {
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
        <PageActions editor={editor.data} onVersions={() => setOpenDialog('versions')}>
          {isWide && publishButton}
        </PageActions>
      }
    >
      {editor.data && route.form && draft.files.size > 0 ? (
        <PageColumns
          forms={editor.data.forms}
          form={route.form}
          route={route}
          operatorEmail={operatorEmail}
          style={style}
          publishButton={publishButton}
          onGoToField={goTo}
        />
      ) : (
        <QueryStatus query={editor} />
      )}
      {editor.data && (
        <PageDialogs
          openDialog={openDialog}
          operatorEmail={operatorEmail}
          editor={editor.data}
          onOpen={setOpenDialog}
          onGoToField={goTo}
        />
      )}
    </View>
  );
}

interface PageActionsProps {
  editor: Pick<PageEditorResponse, 'address'> | undefined;
  onVersions: () => void;
  children: ReactNode;
}

const PageActions = ({ editor, onVersions, children }: PageActionsProps) => (
  <>
    {editor?.address && (
      <a
        className="button quiet max-md:hidden"
        href={editor.address}
        target="_blank"
        rel="noreferrer"
      >
        <Icon name="link" />
        <span>Ver no ar</span>
      </a>
    )}
    <Button disabled={!editor} onClick={onVersions}>
      <PageIcon name="history" />
      Versões
    </Button>
    {children}
  </>
);

/** A narrow window fetches the form's code after the first load, so that a form also opens offline. */
function usePrefetchFormCode(isWide: boolean) {
  useEffect(() => {
    // A failure is ignored here, because opening the form imports its code again.
    const load = () => void importForm().catch(() => {});
    if (!isWide) return afterFirstLoad(load);
    return load();
  }, [isWide]);
}

interface PageColumnsProps
  extends Pick<FormColumnProps, 'forms' | 'form' | 'operatorEmail' | 'onGoToField'> {
  route: ReturnType<typeof useEditorRoute>;
  style: string | undefined;
  publishButton: ReactNode;
}

function PageColumns({ route, style, publishButton, ...shared }: PageColumnsProps) {
  const { forms, form, operatorEmail } = shared;
  const { search, target, openSearch } = route;
  const draft = useDraft();
  const [isWide, isExtraWide] = [useIsWindowAtLeast('md'), useIsWindowAtLeast('xl')];
  const columns = isExtraWide ? 3 : isWide ? 2 : 1;
  const demoLeftovers = search.parte === LEFTOVERS_ID ? draft.insights.demo_leftovers : null;
  const shownPart = search.ver ? 'preview' : search.parte ? 'form' : 'list';
  const openSection = useCallback(
    (section: string) => {
      const pressed = forms.find((form) => form.section === section);
      if (pressed) openSearch({ parte: pressed.id });
    },
    [forms, openSearch],
  );
  return (
    <div
      className={`grid min-h-0 ${PAGE_GRIDS[columns]}`}
      data-columns={columns}
      data-hides={columns === 3 ? undefined : shownPart !== 'list' ? 'list' : 'form'}
    >
      <SectionList
        forms={forms}
        openId={demoLeftovers ? LEFTOVERS_ID : search.parte || columns === 3 ? form.id : ''}
        operatorEmail={operatorEmail}
      />
      {(isWide || shownPart === 'form') && (
        <FormColumn
          {...shared}
          demoLeftovers={demoLeftovers}
          target={target}
          publishButton={publishButton}
          onBack={() => openSearch({})}
        />
      )}
      {(isWide || shownPart === 'preview') && (
        <Suspense fallback={<Loading />}>
          <Preview
            style={style}
            preview={draft.preview}
            isStale={draft.problems.length > 0}
            hasTest={Boolean(readTextTest(draft.files))}
            form={form}
            onPressed={openSection}
          />
        </Suspense>
      )}
      {!isWide && (
        <NarrowPageBar
          isPreview={shownPart === 'preview'}
          onBack={() => openSearch({})}
          onForm={() => openSearch({ parte: form.id })}
          onPreview={() => openSearch({ parte: form.id, ver: 'previa' })}
        >
          {publishButton}
        </NarrowPageBar>
      )}
    </div>
  );
}

interface PageDialogsProps {
  openDialog: PageDialogName;
  operatorEmail: string;
  editor: Pick<PageEditorResponse, 'forms' | 'address' | 'publish_obstacle'>;
  onOpen: (next: PageDialogName) => void;
  onGoToField: (target: FieldTarget) => void;
}

function PageDialogs({ openDialog, operatorEmail, editor, onOpen, onGoToField }: PageDialogsProps) {
  const { forms, address, publish_obstacle: publishObstacle } = editor;
  const [review, setReview] = useState<PublishReview | null>(null);
  const close = () => onOpen(null);
  return (
    <Suspense>
      {openDialog === 'publish' && (
        <PublishDialog
          forms={forms}
          address={address}
          publishObstacle={publishObstacle}
          onGoToField={onGoToField}
          onDiscard={(reviewed) => {
            setReview(reviewed);
            onOpen('discard');
          }}
          onClose={close}
        />
      )}
      {openDialog === 'versions' && (
        <Versions address={address} canRestore={publishObstacle === null} onClose={close} />
      )}
      {openDialog === 'discard' && review && (
        <DiscardDialog discarded={{ review }} onClose={close} />
      )}
      {openDialog === 'conflict' && (
        <ConflictDialog forms={forms} operatorEmail={operatorEmail} onClose={close} />
      )}
    </Suspense>
  );
}

interface FormColumnProps extends Omit<ComponentProps<typeof FileForm>, 'file'> {
  /** Fields that still have the demonstration's content, listed in place of the form; null while the form is shown. */
  demoLeftovers: readonly EditorProblem[] | null;
}

function FormColumn({ demoLeftovers, ...props }: FormColumnProps) {
  const { forms, form, onGoToField, onBack } = props;
  const file = useDraft().files.get(form.key);
  return (
    <Suspense
      fallback={
        demoLeftovers ? (
          <Loading />
        ) : (
          <FormFrame title={form.title} onBack={onBack}>
            <Loading />
          </FormFrame>
        )
      }
    >
      {demoLeftovers ? (
        <DemoLeftovers
          forms={forms}
          demoLeftovers={demoLeftovers}
          onGoToField={onGoToField}
          onBack={onBack}
        />
      ) : file ? (
        <FileForm key={form.id} {...props} file={file} />
      ) : (
        <UnreadableFile form={form} onBack={onBack} />
      )}
    </Suspense>
  );
}

interface PageBarProps {
  isPreview: boolean;
  onBack: () => void;
  onForm: () => void;
  onPreview: () => void;
  children: ReactNode;
}

const NarrowPageBar = ({ isPreview, onBack, onForm, onPreview, children }: PageBarProps) => (
  <div className="page-bar flex max-xs:flex-wrap gap-2 px-pad py-2 border-t bg-raised [&_.button]:flex-1 [&_.button]:px-2">
    {isPreview ? (
      <>
        <Button onClick={onBack}>
          <Icon name="back" />
          <span className="max-xs:sr-only">Partes</span>
        </Button>
        <Button onClick={onForm}>Editar</Button>
      </>
    ) : (
      <Button onClick={onPreview}>
        <Icon name="show" />
        <span className="max-xs:sr-only">Ver prévia</span>
      </Button>
    )}
    {children}
  </div>
);
