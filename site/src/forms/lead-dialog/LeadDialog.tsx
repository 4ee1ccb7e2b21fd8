import props from 'virtual:lead-props';
import type { LeadDialogContent } from '@funil/content/schema/lead-dialog';
import { LEAD_RULES } from '@funil/contract/lead-rules';
import { useEffect } from 'react';
import { Emphasis } from '../../parts/Emphasis.tsx';
import { FormBoundary } from '../FormBoundary.tsx';
import { FormStatus } from '../FormStatus.tsx';
import { RobotTrap } from '../RobotTrap.tsx';
import { Confirmation } from './Confirmation.tsx';
import { LeadField } from './LeadField.tsx';
import { useLeadForm } from './use-lead-form.ts';

const TITLE_ID = 'lead-dialog-title';
const PANEL = 'sheet-panel max-w-md px-5 pt-6 pb-11 sm:px-8 sm:pb-8';

type LeadForm = ReturnType<typeof useLeadForm>;

function Form({ content, form }: { content: LeadDialogContent; form: LeadForm }) {
  const isSubmitting = form.state !== 'idle';
  const { refill } = form;
  useEffect(() => refill(), [refill]);
  return (
    <form
      ref={form.formRef}
      onInput={form.edit}
      onSubmit={form.submit}
      onKeyDown={form.submitOnEnter}
      onClick={form.explainDisabled}
      noValidate
    >
      <h2 id={TITLE_ID} className="pr-12 text-[1.75rem] leading-tight">
        <Emphasis text={content.title} />
      </h2>
      <fieldset disabled={isSubmitting}>
        <legend className="pt-2 pb-4 text-muted">{content.description}</legend>
        <LeadField
          id="lead-nome"
          name="nome"
          texts={content.fields.nome}
          error={form.errors.nome}
          type="text"
          autoComplete="name"
          autoCapitalize="words"
          maxLength={LEAD_RULES.nome.length}
          autoFocus
        />
        <LeadField
          id="lead-telefone"
          name="telefone"
          texts={content.fields.telefone}
          error={form.errors.telefone}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={LEAD_RULES.telefone.length}
          data-mask="phone"
          className="tabular-nums"
        />
        <RobotTrap />
      </fieldset>
      <button
        type="submit"
        className="button button-primary mt-1 w-full"
        disabled={!form.isValid || isSubmitting}
        aria-busy={isSubmitting}
      >
        {isSubmitting && <span className="spinner" aria-hidden="true" />}
        {isSubmitting ? content.submitting : content.submit}
      </button>
      <p className="mt-4 text-sm text-muted">
        {content.privacy}{' '}
        <a href="#privacidade" className="link">
          {content.privacyLink}
        </a>
      </p>
    </form>
  );
}

/**
 * The short form. The page holds it closed from the start, so that a click opens it at once; what
 * is typed before React has arrived stays, since the fields are uncontrolled.
 */
export function LeadDialog() {
  const { content, checkout, status } = props;
  const form = useLeadForm({ toasts: content.toasts, checkout });
  const isSaved = form.state === 'success';
  return (
    <dialog id="lead-dialog" ref={form.dialogRef} aria-labelledby={TITLE_ID} className="sheet">
      <FormBoundary
        close={content.close}
        titleId={TITLE_ID}
        className={PANEL}
        hasFailed={form.hasFailed}
      >
        <div data-tone="paper" data-saved={isSaved || undefined} className={PANEL}>
          <button type="button" data-closes className="close-button" aria-label={content.close} />
          <Form content={content} form={form} />
          {isSaved && <Confirmation saved={content.toasts.saved} />}
        </div>
        <FormStatus
          form="lead"
          texts={status}
          autoSave={form.autoSave}
          isOutsideDialog={form.isOutsideDialog}
        />
      </FormBoundary>
    </dialog>
  );
}
