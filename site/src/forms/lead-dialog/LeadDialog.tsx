import props from 'virtual:lead-props';
import type { LeadDialogContent } from '@funil/content/schema/lead-dialog';
import type { FormFieldContent, ToastContent } from '@funil/content/schema/parts';
import { LEAD_RULES } from '@funil/contract/contacts/lead-rules';
import { FORM_PATHS } from '@funil/contract/site/form-paths';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { acceptsFormPosts } from '../../capture/accepts-form-posts.ts';
import { Emphasis } from '../../parts/Emphasis.tsx';
import {
  FormDialog,
  focusOnOpening,
  submitHandlers,
  useFocusAfterFailedSave,
} from '../FormDialog.tsx';
import { Honeypot } from '../Honeypot.tsx';
import { PrivacyNote } from '../PrivacyNote.tsx';
import { ATTRIBUTES_BY_COLUMN, ATTRIBUTES_BY_KIND, nativeLimits } from '../question-inputs.ts';
import { FurtherFields } from './FurtherFields.tsx';
import { type LeadForm, useLeadForm } from './use-lead-form.ts';

const TITLE_ID = 'lead-dialog-title';

const LEAD_FIELDS = ['nome', 'telefone', 'email'] as const;

interface LeadFieldProps {
  name: (typeof LEAD_FIELDS)[number];
  texts: FormFieldContent & { required?: boolean };
  form: LeadForm;
}

function LeadField({ name, texts, form }: LeadFieldProps) {
  const rule = LEAD_RULES[name];
  const id = `lead-${name}`;
  const error = form.errors[name];
  const message = error ?? form.doubts[name];
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {texts.label}
      </label>
      <input
        ref={name === 'nome' ? focusOnOpening : undefined}
        id={id}
        name={name}
        type="text"
        placeholder={texts.placeholder}
        {...ATTRIBUTES_BY_KIND[rule.kind]}
        {...ATTRIBUTES_BY_COLUMN[name]}
        {...nativeLimits(rule.kind, rule)}
        className={name === 'telefone' ? 'field tabular-nums' : 'field'}
        // biome-ignore lint/a11y/noAutofocus: an opening dialog focuses its first field
        autoFocus={name === 'nome'}
        required={texts.required ?? true}
        aria-invalid={error ? true : undefined}
        aria-describedby={message && `${id}-error`}
      />
      <p id={`${id}-error`} className="field-error" data-doubt={(message && !error) || undefined}>
        {message}
      </p>
    </div>
  );
}

function LeadFormFields({ content, form }: { content: LeadDialogContent; form: LeadForm }) {
  const isSubmitting = form.submission !== 'idle';
  const { refillFields } = form;
  // In a layout effect, because the one of `useLeadForm` reads the fields.
  useLayoutEffect(() => refillFields(), [refillFields]);
  useFocusAfterFailedSave(form.formRef, isSubmitting);
  return (
    <form
      ref={form.formRef}
      onInput={form.editField}
      onBlur={form.leaveField}
      {...(acceptsFormPosts && { method: 'post', action: FORM_PATHS.lead })}
      {...submitHandlers(form.submit)}
    >
      <h2 id={TITLE_ID} className="pr-12 text-[1.75rem] leading-tight text-pretty">
        <Emphasis text={content.title} />
      </h2>
      <fieldset disabled={isSubmitting}>
        <legend className="pt-2 pb-4 text-pretty text-muted">{content.description}</legend>
        {LEAD_FIELDS.map((name) => {
          const texts = content.fields[name];
          return texts && <LeadField key={name} name={name} texts={texts} form={form} />;
        })}
        {content.questions && <FurtherFields content={content} form={form} />}
        <Honeypot />
      </fieldset>
      <button
        type="submit"
        className="button button-primary w-full"
        disabled={!form.isValid || isSubmitting}
        aria-busy={isSubmitting}
      >
        {isSubmitting ? content.submitting : content.submit}
      </button>
      {form.failureAdvice && (
        <p role="alert" className="mt-3 font-semibold">
          {form.failureAdvice}
        </p>
      )}
      <PrivacyNote {...content} className="mt-4" />
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

/** React does not control the fields, so that hydration keeps text typed before. */
export function LeadDialog() {
  const { content, checkout, status } = props;
  const form = useLeadForm(content, checkout);
  const isSaved = form.submission === 'success';
  return (
    <FormDialog
      state={form.dialog}
      attributes={{
        'aria-labelledby': TITLE_ID,
        className: 'sheet',
        onClick: form.closeOnBackdropClick,
      }}
      panel={{
        'data-tone': 'paper',
        'data-saved': isSaved || undefined,
        className: 'sheet-panel lead-panel',
      }}
      closeLabel={content.close}
      statusTexts={status}
      titleId={TITLE_ID}
    >
      <LeadFormFields content={content} form={form} />
      {isSaved && <Confirmation saved={content.toasts.saved} />}
    </FormDialog>
  );
}
