import type { FieldPath } from '@funil/contract/field-values';
import type { EditorForm } from '@funil/contract/page/page-editor';
import { findForm } from '@funil/contract/page/page-engine';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { queryClient } from '../queries.ts';
import { adoptDraft, adoptPreview, editField } from './draft/draft.ts';
import { useDraft } from './draft/draft-store.ts';
import type { FieldTarget } from './ProblemList.tsx';
import { editorQuery, previewQuery, publicationQuery } from './queries.ts';

/** The draft is read again after this time without typing. */
const TYPING_PAUSE_MS = 1_500;

/** False while the operator types, because reading the draft again would delay the keys. */
function useIsTypingPaused(saving: object): boolean {
  const [idleSince, setIdleSince] = useState<object | null>(saving);
  useEffect(() => {
    const timer = setTimeout(() => setIdleSince(saving), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [saving]);
  return idleSince === saving;
}

/** Reads the draft and the preview into the draft's store. */
export function useEditor(operatorEmail: string) {
  const draft = useDraft();
  const isIdle = useIsTypingPaused(draft.saving);
  // After the pause, React Query enables these queries again, and refetches those that became stale in the meantime.
  const editor = useQuery({ ...editorQuery, enabled: isIdle });
  const preview = useQuery({ ...previewQuery, enabled: isIdle });
  const publication = useQuery(publicationQuery);
  useEffect(() => {
    if (editor.data) adoptDraft(editor.data.draft, editor.data.askedAt, operatorEmail);
  }, [editor.data, operatorEmail]);
  useEffect(() => {
    if (preview.data) adoptPreview(preview.data.preview, preview.data.askedAt);
  }, [preview.data]);
  const state = publication.data?.state;
  useEffect(() => {
    if (state === 'done' || state === 'failed') {
      void queryClient.invalidateQueries({ queryKey: ['page'] });
    }
  }, [state]);
  return { draft, editor, style: preview.data?.style, isPublishing: state === 'running' };
}

/** Adds a product unless the draft has it. @returns the path of the address to fill in */
function addProduct(name: string, platform: string | undefined): FieldPath {
  let path: FieldPath = [];
  editField('site', ['products'], (products: readonly { names?: unknown }[] = []) => {
    const index = products.findIndex(({ names }) => [names].flat().includes(name));
    path = ['products', index < 0 ? products.length : index, 'url'];
    return index < 0 ? [...products, { names: [name], url: '', platform }] : products;
  });
  return path;
}

/** A product or field in the URL becomes the field to edit once the draft is read. */
export function useEditorRoute(forms: readonly EditorForm[], files: ReadonlyMap<string, unknown>) {
  const search = useSearch({ from: '/pagina' });
  const navigate = useNavigate({ from: '/pagina' });
  const [target, setTarget] = useState<FieldTarget | null>(null);
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
  const openSearch = useCallback(
    (next: typeof search) => void navigate({ search: next }),
    [navigate],
  );
  function goTo(next: FieldTarget) {
    setTarget(next);
    const { id = next.file } = findForm(forms, next.file, next.path) ?? {};
    if (search.ver || search.parte !== id) openSearch({ parte: id });
  }
  return { search, form, target, openSearch, goTo };
}
