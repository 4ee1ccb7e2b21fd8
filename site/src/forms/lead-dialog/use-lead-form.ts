import type { LeadDialogContent } from '@funil/content/schema/lead-dialog';
import type { SiteContent } from '@funil/content/schema/site';
import type { LeadFields } from '@funil/contract/lead-rules';
import {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { toast } from 'sonner';
import { consumeEarlySubmit, findDisabledSubmit } from '../../behaviours/early-submits.ts';
import { type CheckoutVisitor, goToCheckout } from '../../checkout/address.ts';
import { reportCheckout } from '../../tracking/lead.ts';
import { readUtms } from '../../visitor/utm.ts';
import { notify } from '../FormStatus.tsx';
import { readTrap } from '../RobotTrap.tsx';
import { useAutoSave } from '../use-auto-save.ts';
import { useDialog } from '../use-dialog.ts';
import {
  clearFields,
  fillFields,
  findErrors,
  isLeadField,
  type LeadErrors,
  readFields,
} from './lead-fields.ts';
import { createLeadSaver } from './save-lead.ts';

const CHECKOUT_DELAY_MS = 1000;
const OTHER_DIALOG = 'dialog[open]:not(#lead-dialog)';

/** Does it as soon as no other form is open: whoever went on to one is not torn away from it. */
function whenAlone(act: () => void): void {
  const other = document.querySelector(OTHER_DIALOG);
  if (other) other.addEventListener('close', () => whenAlone(act), { once: true });
  else act();
}

interface Options {
  toasts: LeadDialogContent['toasts'];
  checkout: SiteContent['checkout'];
}

const EMPTY: LeadFields = { nome: '', telefone: '' };

/** What was typed before React had arrived: if the form throws then already, its elements are gone. */
function readEarlyFields(): LeadFields {
  const isServer = typeof document === 'undefined';
  const form = isServer ? null : document.querySelector<HTMLFormElement>('#lead-dialog form');
  return form ? readFields(form) : EMPTY;
}

type State = 'idle' | 'submitting' | 'success';

/** The short form's states, closed and open being the dialog's own, and what it does. */
export function useLeadForm({ toasts, checkout }: Options) {
  const [state, setState] = useState<State>('idle');
  const latest = useRef<State>(state);
  const [isValid, setIsValid] = useState(false);
  const [errors, setErrors] = useState<LeadErrors>({});
  // Closed while saving: what is asked for goes on, and is told outside the dialog.
  const [isOutsideDialog, setIsOutsideDialog] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);
  // Outlives the form's elements, which an error screen replaces.
  const typed = useRef<LeadFields>(null);
  typed.current ??= readEarlyFields();
  const hasFailed = useRef(false);
  const { autoSave, begin, clear } = useAutoSave();
  const [saveLead] = useState(createLeadSaver);
  const openedAt = useRef(0);

  const show = (shown: State) => {
    latest.current = shown;
    setState(shown);
  };
  const reset = () => {
    show('idle');
    setIsValid(false);
    setErrors({});
    clear();
    typed.current = EMPTY;
    clearFields(formRef.current);
  };
  const dialogRef = useDialog('lead-dialog', {
    onOpen: (at) => {
      openedAt.current = at;
      setIsOutsideDialog(false);
    },
    onClose: () => {
      if (latest.current === 'submitting') setIsOutsideDialog(true);
      else if (!hasFailed.current) reset();
    },
  });
  const check = () => {
    if (!formRef.current) return;
    const fields = readFields(formRef.current);
    typed.current = fields;
    setIsValid(Object.keys(findErrors(fields)).length === 0);
  };

  const leave = (visitor: CheckoutVisitor) => {
    dialogRef.current?.close();
    reset();
    reportCheckout(visitor.key);
    goToCheckout(checkout, { utms: readUtms(), visitor });
  };
  const confirm = (visitor: CheckoutVisitor) => {
    show('success');
    // In the dialog the confirmation says so.
    if (!dialogRef.current?.open) notify('lead', 'success', toasts.saved);
    setTimeout(() => whenAlone(() => leave(visitor)), CHECKOUT_DELAY_MS);
  };
  const save = async (form: HTMLFormElement) => {
    show('submitting');
    // An earlier notice says nothing of this attempt.
    toast.dismiss();
    const finish = begin();
    const fields = readFields(form);
    const { ref, result } = await saveLead(fields, openedAt.current, readTrap(form));
    finish(result);
    const visitor = { key: ref, name: fields.nome, phone: fields.telefone };
    if (result.ok) return whenAlone(() => confirm(visitor));
    show('idle');
    notify('lead', 'error', result.reason === 'refused' ? toasts.saveError : toasts.unexpected);
  };
  const send = (form: HTMLFormElement) => {
    if (latest.current !== 'idle') return;
    const wrong = findErrors(readFields(form));
    setErrors(wrong);
    const [first] = Object.keys(wrong);
    if (first === undefined) return void save(form);
    form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    notify('lead', 'error', toasts.invalid);
  };

  // What was typed and pressed before React had arrived counts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when React arrives
  useEffect(() => {
    check();
    if (consumeEarlySubmit(dialogRef.current) && formRef.current) send(formRef.current);
  }, []);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(event.currentTarget);
  };
  return {
    dialogRef,
    formRef,
    state,
    autoSave,
    isValid,
    isOutsideDialog,
    errors,
    /** True while an error screen stands in the form's place. */
    hasFailed,
    /** Fills a form that is drawn again after an error with what was typed. */
    refill: useCallback(() => fillFields(formRef.current, typed.current ?? EMPTY), []),
    /** A message goes when its field is edited. */
    edit: ({ target }: FormEvent<HTMLFormElement>) => {
      check();
      const name = target instanceof HTMLInputElement ? target.name : '';
      if (isLeadField(name)) setErrors(({ [name]: _gone, ...others }) => others);
    },
    submit,
    /** Enter in a field: the browser itself does not submit past a disabled button. */
    submitOnEnter: (event: KeyboardEvent<HTMLFormElement>) => {
      const isInField = event.target instanceof HTMLInputElement;
      if (event.key === 'Enter' && isInField && !isValid) submit(event);
    },
    explainDisabled: (event: MouseEvent<HTMLFormElement>) => {
      if (findDisabledSubmit(event.currentTarget, event)) send(event.currentTarget);
    },
  };
}
