import type { LeadDialogContent } from '@funil/content/schema/lead-dialog';
import type { TypedAnswers } from '@funil/contract/contacts/form-questions';
import {
  findLeadErrors,
  leadRuleOf,
  listLeadQuestions,
} from '@funil/contract/contacts/lead-questions';
import { doubtAbout } from '@funil/contract/contacts/lead-rules';
import type { Question } from '@funil/contract/contacts/question';
import type { PageCheckout } from '@funil/contract/sales/checkout-address';
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
import { readSigns } from '../RobotTrap.tsx';
import { useAutoSave } from '../use-auto-save.ts';
import { useDialog } from '../use-dialog.ts';
import { clearFields, fillFields, nameOf, readFields } from './lead-fields.ts';
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
  checkout: PageCheckout;
}

/** Returns text typed before hydration: if the form throws during hydration, its inputs are lost. */
function readEarlyFields(questions: readonly Question[]): TypedAnswers {
  const isServer = typeof document === 'undefined';
  const form = isServer ? null : document.querySelector<HTMLFormElement>('#lead-dialog form');
  return form ? readFields(form, questions) : {};
}

type State = 'idle' | 'submitting' | 'success';

export function useLeadForm({ content, checkout }: Options) {
  const { toasts } = content;
  const [questions] = useState(() => listLeadQuestions(content));
  const [state, setState] = useState<State>('idle');
  const latest = useRef<State>(state);
  // Until scripts arrive, the browser checks the fields of a press.
  const [isValid, setIsValid] = useState(true);
  const [errors, setErrors] = useState<TypedAnswers>({});
  const [advice, setAdvice] = useState<string>();
  const [doubts, setDoubts] = useState<Readonly<Record<string, string | undefined>>>({});
  const [isOutsideDialog, setIsOutsideDialog] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);
  // Survives the inputs, which an error screen replaces.
  const typed = useRef<TypedAnswers>(null);
  typed.current ??= readEarlyFields(questions);
  const hasFailed = useRef(false);
  const { autoSave, begin, clear } = useAutoSave();
  const [saveLead] = useState(() => createLeadSaver(questions));
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
    setDoubts({});
    clear();
    typed.current = {};
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
    const answers = readFields(formRef.current, questions);
    typed.current = answers;
    setIsValid(Object.keys(findLeadErrors(questions, answers)).length === 0);
    setDoubts(
      Object.fromEntries(
        questions.map((question) => [
          question.key,
          doubtAbout(answers[question.key] ?? '', leadRuleOf(question)),
        ]),
      ),
    );
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
    const lead = readFields(form, questions);
    const { ref, result } = await saveLead(lead, openedAt.current, readSigns(form));
    finish(result);
    const { nome: name = '', telefone: phone = '' } = lead;
    const visitor = { key: ref, name, phone };
    if (result.ok) return whenNoOtherDialog(() => confirm(visitor));
    changeState('idle');
    notify('lead', 'error', result.reason === 'refused' ? toasts.saveError : toasts.unexpected);
    if (result.reason === 'unreachable') setAdvice(content.failureAdvice);
  };
  const submit = (form: HTMLFormElement) => {
    if (latest.current !== 'idle') return;
    const invalid = findLeadErrors(questions, readFields(form, questions));
    setErrors(invalid);
    const [first] = Object.keys(invalid);
    if (first === undefined) return void save(form);
    form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    notify('lead', 'error', toasts.invalid);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    formRef.current?.setAttribute('novalidate', '');
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
    doubts,
    /** Advice after a failed connection. */
    advice,
    /** True while an error screen replaces the form. */
    hasFailed,
    submit,
    /** Fills a form rendered again after an error. */
    refill: useCallback(() => fillFields(formRef.current, typed.current ?? {}), []),
    edit: ({ target }: FormEvent<HTMLFormElement>) => {
      check();
      setErrors(({ [nameOf(target)]: _removed, ...others }) => others);
    },
    /** Closes the dialog by a click beside its panel while nothing is typed. */
    clickBeside: ({ target, currentTarget }: MouseEvent<HTMLDialogElement>) => {
      // While the form saves, its fields are disabled and would read as empty.
      if (target !== currentTarget || latest.current !== 'idle') return;
      check();
      if (Object.values(typed.current ?? {}).every((text) => text === '')) currentTarget.close();
    },
    /** Marks a filled field that is left invalid. */
    leave: ({ target }: FocusEvent<HTMLFormElement>) => {
      const name = nameOf(target);
      const error = findLeadErrors(questions, typed.current ?? {})[name];
      if (typed.current?.[name] && error) setErrors((others) => ({ ...others, [name]: error }));
    },
  };
}

export type LeadForm = ReturnType<typeof useLeadForm>;
