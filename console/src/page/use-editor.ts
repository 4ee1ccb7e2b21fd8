import type { EditorForm } from '@funil/contract/console/page-editor';
import { type FieldPath, isSame } from '@funil/contract/field-values';
import { findForm } from '@funil/contract/page/page-engine';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { queryClient } from '../queries.ts';
import { adoptDraft, adoptPreview, editField, useDraft } from './draft.ts';
import type { Target } from './ProblemList.tsx';
import { editorQuery, previewQuery, publicationQuery } from './queries.ts';

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
export function useEditor(me: string) {
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
export function useEditorRoute(forms: readonly EditorForm[], files: ReadonlyMap<string, unknown>) {
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
