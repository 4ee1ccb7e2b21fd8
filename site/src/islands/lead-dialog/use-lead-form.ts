import type { LeadDialogContent } from '@funil/content/schema/lead-dialog';
import type { SiteContent } from '@funil/content/schema/site';
import type { ToastContent } from '@funil/content/schema/toast';
import type { LeadFields } from '@funil/contract/lead-rules';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { saveLead } from '../../capture/gateway.ts';
import { findSuspicion, readTrap } from '../../capture/suspicion.ts';
import { goToCheckout } from '../../checkout.ts';
import { useAutoSave } from '../../parts/use-auto-save.ts';
import { useDialog } from '../../parts/use-dialog.ts';
import { reportCheckout, reportLead } from '../../tracking/lead.ts';
import { readUtms } from '../../visitor/utm.ts';
import { randomUuid } from '../../visitor/uuid.ts';
import { buildLeadRow, findInvalid } from './lead-row.ts';

const CHECKOUT_DELAY = 1000;

interface Options {
  toasts: LeadDialogContent['toasts'];
  checkout: SiteContent['checkout'];
}

function notify(kind: 'success' | 'error', { title, description }: ToastContent): void {
  toast[kind](title, { description, toasterId: 'lead' });
}

function readForm(form: HTMLFormElement): LeadFields {
  const data = new FormData(form);
  return { nome: String(data.get('nome') ?? ''), telefone: String(data.get('telefone') ?? '') };
}

/** By value: after a form's own reset React would take the same words, filled in at once, for no change. */
function clearFields(form: HTMLFormElement | null): void {
  for (const input of form?.querySelectorAll('input') ?? []) input.value = '';
}

/** One attempt's key: the same while the same words are sent, another once they change. */
function useAttemptKey(): (fields: LeadFields) => string {
  const attempt = useRef<{ words: string; key: string } | null>(null);
  return ({ nome, telefone }) => {
    const words = JSON.stringify([nome, telefone]);
    if (attempt.current?.words !== words) attempt.current = { words, key: randomUuid() };
    return attempt.current.key;
  };
}

/** The short form's states, closed and open being the dialog's own, and what it does. */
export function useLeadForm({ toasts, checkout }: Options) {
  const [state, setState] = useState<'idle' | 'submitting' | 'success'>('idle');
  const [isValid, setIsValid] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);
  const { autoSave, begin, clear } = useAutoSave();
  const keyFor = useAttemptKey();
  const openedAt = useRef(Date.now());
  // Counts how often the dialog was closed: an answer to an earlier opening's save is not shown.
  const closings = useRef(0);

  const dialogRef = useDialog({
    onOpen: () => {
      openedAt.current = Date.now();
    },
    onClose: () => {
      closings.current += 1;
      setState('idle');
      setIsValid(false);
      clear();
      clearFields(formRef.current);
    },
  });
  const check = () => {
    if (formRef.current) setIsValid(findInvalid(readForm(formRef.current)).length === 0);
  };
  // What was typed before React had arrived counts.
  useEffect(check, []);

  const save = async (fields: LeadFields, trap: string) => {
    const opening = closings.current;
    setState('submitting');
    const finish = begin();
    const key = keyFor(fields);
    const row = buildLeadRow(fields);
    const suspicion = findSuspicion({ openedAt: openedAt.current, now: Date.now(), trap });
    const result = await saveLead(row, key, suspicion);
    finish(result.ok);
    if (result.ok) reportLead(key, row);
    if (closings.current !== opening) return;
    if (!result.ok) {
      setState('idle');
      notify('error', result.reason === 'refused' ? toasts.saveError : toasts.unexpected);
      return;
    }
    setState('success');
    notify('success', toasts.saved);
    setTimeout(() => {
      dialogRef.current?.close();
      reportCheckout(key);
      goToCheckout(checkout, readUtms());
    }, CHECKOUT_DELAY);
  };

  const submit = (event: FormEvent<HTMLFormElement> | KeyboardEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state !== 'idle') return;
    const form = event.currentTarget;
    const fields = readForm(form);
    const [invalid] = findInvalid(fields);
    if (invalid === undefined) return void save(fields, readTrap(form));
    form.querySelector<HTMLInputElement>(`[name="${invalid}"]`)?.focus();
    notify('error', toasts.invalid);
  };
  return {
    dialogRef,
    formRef,
    state,
    autoSave,
    isValid,
    check,
    submit,
    /** Enter in a field: the browser itself does not submit past a disabled button. */
    submitOnEnter: (event: KeyboardEvent<HTMLFormElement>) => {
      const isInField = event.target instanceof HTMLInputElement;
      if (event.key === 'Enter' && isInField && !isValid) submit(event);
    },
  };
}
