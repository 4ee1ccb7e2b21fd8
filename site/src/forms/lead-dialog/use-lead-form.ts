import type { LeadDialogContent } from '@funil/content/schema/lead-dialog';
import type { SiteContent } from '@funil/content/schema/site';
import { doubtAbout, LEAD_RULES, type LeadFields } from '@funil/contract/contacts/lead-rules';
import {
  type FocusEvent,
  type FormEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { consumeEarlySubmit } from '../../behaviours/early-submits.ts';
import { type CheckoutVisitor, goToCheckout } from '../../checkout/address.ts';
import { reportCheckout } from '../../tracking/lead.ts';
import { readUtms } from '../../visitor/utm.ts';
import { dismissNotice, notify } from '../FormStatus.tsx';
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

/** Acts once no other dialog is open, so that a visitor in another form is not interrupted. */
function whenNoOtherDialog(act: () => void): void {
  const other = document.querySelector(OTHER_DIALOG);
  if (other) other.addEventListener('close', () => whenNoOtherDialog(act), { once: true });
  else act();
}

interface Options {
  content: LeadDialogContent;
  checkout: SiteContent['checkout'];
}

const EMPTY: LeadFields = { nome: '', telefone: '' };

/** Returns text typed before hydration: if the form throws during hydration, its inputs are lost. */
function readEarlyFields(): LeadFields {
  const isServer = typeof document === 'undefined';
  const form = isServer ? null : document.querySelector<HTMLFormElement>('#lead-dialog form');
  return form ? readFields(form) : EMPTY;
}

type State = 'idle' | 'submitting' | 'success';

export function useLeadForm({ content, checkout }: Options) {
  const { toasts, fields } = content;
  const isEmailRequired = fields.email?.required;
  const [state, setState] = useState<State>('idle');
  const latest = useRef<State>(state);
  const [isValid, setIsValid] = useState(false);
  const [errors, setErrors] = useState<LeadErrors>({});
  const [advice, setAdvice] = useState<string>();
  const [phoneDoubt, setPhoneDoubt] = useState<string>();
  const [isOutsideDialog, setIsOutsideDialog] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);
  // Survives the inputs, which an error screen replaces.
  const typed = useRef<LeadFields>(null);
  typed.current ??= readEarlyFields();
  const hasFailed = useRef(false);
  const { autoSave, begin, clear } = useAutoSave();
  const [saveLead] = useState(createLeadSaver);
  const openedAt = useRef(0);

  const changeState = (next: State) => {
    latest.current = next;
    setState(next);
  };
  const reset = () => {
    changeState('idle');
    setIsValid(false);
    setErrors({});
    setAdvice(undefined);
    setPhoneDoubt(undefined);
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
      dismissNotice('lead');
      if (latest.current === 'submitting') setIsOutsideDialog(true);
      else if (!hasFailed.current) reset();
    },
  });
  const check = () => {
    if (!formRef.current) return;
    typed.current = readFields(formRef.current);
    setIsValid(Object.keys(findErrors(typed.current, isEmailRequired)).length === 0);
    setPhoneDoubt(doubtAbout(typed.current.telefone, LEAD_RULES.telefone));
  };

  const redirect = (visitor: CheckoutVisitor) => {
    dialogRef.current?.close();
    reset();
    reportCheckout(visitor.key);
    goToCheckout(checkout, { utms: readUtms(), visitor });
  };
  const confirm = (visitor: CheckoutVisitor) => {
    changeState('success');
    // The open dialog shows its own confirmation.
    if (!dialogRef.current?.open) notify('lead', 'success', toasts.saved);
    setTimeout(() => whenNoOtherDialog(() => redirect(visitor)), CHECKOUT_DELAY_MS);
  };
  const save = async (form: HTMLFormElement) => {
    changeState('submitting');
    dismissNotice('lead');
    setAdvice(undefined);
    const finish = begin();
    const lead = readFields(form);
    const { ref, result } = await saveLead(lead, openedAt.current, readTrap(form));
    finish(result);
    const visitor = { key: ref, name: lead.nome, phone: lead.telefone };
    if (result.ok) return whenNoOtherDialog(() => confirm(visitor));
    changeState('idle');
    notify('lead', 'error', result.reason === 'refused' ? toasts.saveError : toasts.unexpected);
    if (result.reason === 'unreachable') setAdvice(content.failureAdvice);
  };
  const submit = (form: HTMLFormElement) => {
    if (latest.current !== 'idle') return;
    const invalid = findErrors(readFields(form), isEmailRequired);
    setErrors(invalid);
    const [first] = Object.keys(invalid);
    if (first === undefined) return void save(form);
    form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    notify('lead', 'error', toasts.invalid);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    check();
    if (consumeEarlySubmit(dialogRef.current) && formRef.current) submit(formRef.current);
  }, []);

  return {
    dialogRef,
    formRef,
    state,
    autoSave,
    isValid,
    /** True when the dialog was closed while saving. */
    isOutsideDialog,
    errors,
    phoneDoubt,
    /** What to do after a failed connection. */
    advice,
    /** True while an error screen replaces the form. */
    hasFailed,
    submit,
    /** Fills a form rendered again after an error. */
    refill: useCallback(() => fillFields(formRef.current, typed.current ?? EMPTY), []),
    edit: ({ target }: FormEvent<HTMLFormElement>) => {
      check();
      const name = target instanceof HTMLInputElement ? target.name : '';
      if (isLeadField(name)) setErrors(({ [name]: _removed, ...others }) => others);
    },
    /** Closes the dialog by a click beside its panel while nothing is typed. */
    clickBeside: ({ target, currentTarget }: MouseEvent<HTMLDialogElement>) => {
      // While the form saves, its fields are disabled and would read as empty.
      if (target !== currentTarget || latest.current !== 'idle') return;
      check();
      if (Object.values(typed.current ?? EMPTY).every((text) => text === '')) currentTarget.close();
    },
    /** Marks a filled field that is left invalid. */
    leave: ({ target }: FocusEvent<HTMLFormElement>) => {
      if (!(target instanceof HTMLInputElement) || !isLeadField(target.name)) return;
      const error = findErrors(typed.current ?? EMPTY)[target.name];
      if (target.value && error) setErrors((others) => ({ ...others, [target.name]: error }));
    },
  };
}
