import props from 'virtual:lead-props';
import type { LeadDialogContent } from '@funil/content/schema/lead-dialog';
import type { FormFieldContent, ToastContent } from '@funil/content/schema/parts';
import { LEAD_RULES } from '@funil/contract/contacts/lead-rules';
import { FORM_PATHS } from '@funil/contract/site/form-paths';
import { type InputHTMLAttributes, useEffect, useRef } from 'react';
import { takesForms } from '../../capture/takes-forms.ts';
import { Emphasis } from '../../parts/Emphasis.tsx';
import { FormDialog, submitHandlers, useFocusAfterSave } from '../FormDialog.tsx';
import { nativeLimits } from '../native-limits.ts';
import { RobotTrap } from '../RobotTrap.tsx';
import { FurtherFields } from './FurtherFields.tsx';
import { type LeadForm, useLeadForm } from './use-lead-form.ts';

const TITLE_ID = 'lead-dialog-title';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  texts: FormFieldContent;
  error: string | undefined;
  /** Shown without an error. */
  doubt?: string | undefined;
}

function LeadField(props: FieldProps) {
  const { texts, error, doubt, className = '', required = true, ...input } = props;
  const errorId = `${input.id}-error`;
  const message = error ?? doubt;
  return (
    <div>
      <label htmlFor={input.id} className="mb-1.5 block font-semibold">
        {texts.label}
      </label>
      <input
        {...input}
        placeholder={texts.placeholder}
        className={`field ${className}`.trim()}
        aria-invalid={error ? true : undefined}
        aria-describedby={message && errorId}
        required={required}
      />
      <p id={errorId} className="field-error" data-doubt={(message && !error) || undefined}>
        {message}
      </p>
    </div>
  );
}

function Form({ content, form }: { content: LeadDialogContent; form: LeadForm }) {
  const isSubmitting = form.state !== 'idle';
  const { refill } = form;
  useEffect(() => refill(), [refill]);
  useFocusAfterSave(form.formRef, isSubmitting);
  return (
    <form
      ref={form.formRef}
      onInput={form.edit}
      onBlur={form.leave}
      {...(takesForms && { method: 'post', action: FORM_PATHS.lead })}
      {...submitHandlers(form.submit)}
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
          {...nativeLimits('text', LEAD_RULES.nome)}
          autoFocus
        />
        <LeadField
          id="lead-telefone"
          name="telefone"
          texts={content.fields.telefone}
          error={form.errors.telefone}
          doubt={form.doubts.telefone}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          {...nativeLimits('phone', LEAD_RULES.telefone)}
          data-mask="phone"
          className="tabular-nums"
        />
        {content.fields.email && (
          <LeadField
            id="lead-email"
            name="email"
            texts={content.fields.email}
            error={form.errors.email}
            type="email"
            inputMode="email"
            autoComplete="email"
            {...nativeLimits('email', LEAD_RULES.email)}
            required={content.fields.email.required}
          />
        )}
        {content.questions && <FurtherFields content={content} form={form} />}
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
      {form.advice && (
        <p role="alert" className="mt-3 font-semibold">
          {form.advice}
        </p>
      )}
      <p className="mt-4 text-sm text-muted">
        {content.privacy}{' '}
        <a href="#privacidade" className="link">
          {content.privacyLink}
        </a>
      </p>
    </form>
  );
}

/** Covers the saved form until the redirect to the checkout. */
function Confirmation({ saved }: { saved: ToastContent }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} role="status" tabIndex={-1} className="confirmation">
      <svg viewBox="0 0 240 64" aria-hidden="true">
        <path d="M64 32H176" className="wire" />
        <path d="M64 32H176" className="wire-pulse" />
        <circle cx="32" cy="32" r="32" fill="var(--color-lime)" />
        <path d="M19 33l9 9 17-20" className="stroke text-ink" strokeWidth="5" />
        <rect x="177" y="12" width="62" height="40" rx="8" fill="none" className="wire" />
        <path d="M178 25h60M188 41h14" className="wire" />
      </svg>
      <p className="confirmation-title">{saved.title}</p>
      <p>{saved.description}</p>
    </div>
  );
}

/** The short form. Its fields are uncontrolled, so that hydration keeps text typed before. */
export function LeadDialog() {
  const { content, checkout, status } = props;
  const form = useLeadForm({ content, checkout });
  const { autoSave, isOutsideDialog, hasFailed } = form;
  const isSaved = form.state === 'success';
  return (
    <FormDialog
      dialog={{
        id: 'lead-dialog',
        ref: form.dialogRef,
        'aria-labelledby': TITLE_ID,
        className: 'sheet',
        onClick: form.clickBeside,
      }}
      panel={{
        'data-tone': 'paper',
        'data-saved': isSaved || undefined,
        // On a phone the border is the indicator's line, below the scrolling form.
        className:
          'sheet-panel max-w-[28rem] border-b-[2.25rem] border-b-[color:var(--ground)] px-5 pt-6 pb-2 sm:border-b-0 sm:px-8 sm:pb-8',
      }}
      close={content.close}
      status={{ form: 'lead', texts: status, autoSave, isOutsideDialog }}
      titleId={TITLE_ID}
      hasFailed={hasFailed}
    >
      <Form content={content} form={form} />
      {isSaved && <Confirmation saved={content.toasts.saved} />}
    </FormDialog>
  );
}
