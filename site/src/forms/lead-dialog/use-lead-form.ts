import type { LeadDialogContent } from '@funil/content/schema/lead-dialog';
import { listLeadQuestions } from '@funil/contract/contacts/questions/lead-questions';
import type { PageCheckout } from '@funil/contract/sales/checkout-address';
import { type MouseEvent, useLayoutEffect, useState } from 'react';
import { consumeEarlySubmit } from '../../behaviours/early-submits.ts';
import { type CheckoutVisitor, goToCheckout } from '../../checkout/address.ts';
import { reportCheckout } from '../../tracking/lead.ts';
import { readOrStoreUtms } from '../../visitor/utm.ts';
import { dismissNotice, notify } from '../FormStatus.tsx';
import { readSubmissionHints } from '../Honeypot.tsx';
import { useFormDialog } from '../use-form-dialog.ts';
import { useLatestState } from '../use-latest-state.ts';
import { createLeadSaver } from './save-lead.ts';
import { readTyped, useLeadFields } from './use-lead-fields.ts';

const CHECKOUT_DELAY_MS = 1000;
const OTHER_DIALOG_SELECTOR = 'dialog[open]:not(#lead-dialog)';

/** Calls `action` once no other dialog is open, so that a visitor in another form is not interrupted. */
function whenNoOtherDialog(action: () => void): void {
  const dialog = document.querySelector(OTHER_DIALOG_SELECTOR);
  if (dialog) dialog.addEventListener('close', () => whenNoOtherDialog(action), { once: true });
  else action();
}

type Submission = 'idle' | 'submitting' | 'success';

export function useLeadForm(content: LeadDialogContent, checkout: PageCheckout) {
  const { toasts } = content;
  const [questions] = useState(() => listLeadQuestions(content));
  const [submission, readSubmission, changeSubmission] = useLatestState<Submission>('idle');
  const [failureAdvice, setFailureAdvice] = useState<string>();
  const fields = useLeadFields(questions);
  const { formRef, rereadFields } = fields;
  const [saveLead] = useState(() => createLeadSaver(questions));

  const resetForm = () => {
    changeSubmission('idle');
    setFailureAdvice(undefined);
    hideIndicator();
    fields.emptyFields();
  };
  const { dialog, openedAt, beginSave, hideIndicator } = useFormDialog('lead', 'lead-dialog', {
    onClose: () => {
      const isSaving = readSubmission() === 'submitting';
      if (!isSaving && !dialog.errorScreenShownRef.current) resetForm();
      return isSaving;
    },
  });
  const { dialogRef } = dialog;
  const leaveForCheckout = (visitor: CheckoutVisitor) => {
    dialogRef.current?.close();
    resetForm();
    reportCheckout(visitor.leadKey);
    goToCheckout(checkout, { utms: readOrStoreUtms(), visitor });
  };
  const showSuccess = (visitor: CheckoutVisitor) => {
    changeSubmission('success');
    // An open dialog needs no notice, because it shows a confirmation.
    if (!dialogRef.current?.open) notify('lead', 'success', toasts.saved);
    setTimeout(() => whenNoOtherDialog(() => leaveForCheckout(visitor)), CHECKOUT_DELAY_MS);
  };
  const saveTyped = async (form: HTMLFormElement) => {
    changeSubmission('submitting');
    dismissNotice('lead');
    setFailureAdvice(undefined);
    const endSave = beginSave();
    const lead = readTyped(form, questions);
    const { leadKey, result } = await saveLead(lead, openedAt.current, readSubmissionHints(form));
    endSave(result);
    const { nome: name = '', telefone: phone = '' } = lead;
    const visitor = { leadKey, name, phone };
    if (result.ok) return whenNoOtherDialog(() => showSuccess(visitor));
    changeSubmission('idle');
    notify('lead', 'error', result.reason === 'refused' ? toasts.saveError : toasts.unexpected);
    if (result.reason === 'unreachable') setFailureAdvice(content.failureAdvice);
  };
  const submitForm = (form: HTMLFormElement) => {
    if (readSubmission() !== 'idle') return;
    if (fields.showErrors(form)) notify('lead', 'error', toasts.invalid);
    else void saveTyped(form);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useLayoutEffect(() => {
    formRef.current?.setAttribute('novalidate', '');
    rereadFields();
    if (consumeEarlySubmit(dialogRef.current) && formRef.current) submitForm(formRef.current);
  }, []);

  return {
    ...fields,
    dialog,
    submission,
    failureAdvice,
    submit: submitForm,
    /** Closes the dialog on a click beside its panel, unless the visitor has typed something. */
    closeOnBackdropClick: ({ target, currentTarget }: MouseEvent<HTMLDialogElement>) => {
      // While the form saves, its fields are disabled and would read as empty.
      if (target !== currentTarget || readSubmission() !== 'idle') return;
      rereadFields();
      if (fields.areFieldsEmpty()) currentTarget.close();
    },
  };
}

export type LeadForm = ReturnType<typeof useLeadForm>;
