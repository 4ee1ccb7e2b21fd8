import type { LeadDialogContent } from '@funil/content/schema/lead-dialog';
import type { SiteContent } from '@funil/content/schema/site';
import { NAME_MAX, PHONE_MAX } from '@funil/contract/lead-rules';
import type { ReactNode } from 'react';
import { AutoSaveIndicator } from '../../parts/AutoSaveIndicator.tsx';
import { Emphasis } from '../../parts/Emphasis.tsx';
import { Notices } from '../../parts/Notices.tsx';
import { RobotTrap } from '../../parts/RobotTrap.tsx';
import { useLeadForm } from './use-lead-form.ts';

interface Props {
  content: LeadDialogContent;
  checkout: SiteContent['checkout'];
  autoSave: SiteContent['autoSave'];
  regionLabel: string;
  closeToastLabel: string;
}

interface FieldProps {
  label: string;
  id: string;
  children: ReactNode;
}

function Field({ label, id, children }: FieldProps) {
  return (
    <div className="mt-5">
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      {children}
    </div>
  );
}

function Confirmation({ saved }: { saved: LeadDialogContent['toasts']['saved'] }) {
  return (
    <div className="flex min-h-72 flex-col items-center justify-center text-center">
      <svg viewBox="0 0 48 48" className="size-16" aria-hidden="true">
        <circle cx="24" cy="24" r="24" fill="var(--color-lime)" />
        <path
          d="M14 25l7 7 13-15"
          fill="none"
          stroke="var(--color-ink)"
          strokeWidth="4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <p className="mt-5 font-display text-2xl font-bold">{saved.title}</p>
      <p className="mt-1 text-muted">{saved.description}</p>
    </div>
  );
}

/**
 * The short form. The page holds it closed from the start, so that a click opens it at once; what
 * is typed before React has arrived stays, since the fields are uncontrolled.
 */
export function LeadDialog({ content, checkout, autoSave, regionLabel, closeToastLabel }: Props) {
  const form = useLeadForm({ toasts: content.toasts, checkout });
  const isSubmitting = form.state === 'submitting';
  return (
    <dialog
      id="lead-dialog"
      ref={form.dialogRef}
      aria-labelledby="lead-dialog-title"
      className="sheet"
    >
      <div data-tone="paper" className="sheet-panel max-w-md px-5 pt-6 pb-7 sm:p-8">
        <button type="button" data-closes className="close-button" aria-label={content.close} />
        {form.state === 'success' ? (
          <Confirmation saved={content.toasts.saved} />
        ) : (
          <form
            ref={form.formRef}
            onInput={form.check}
            onSubmit={form.submit}
            onKeyDown={form.submitOnEnter}
            noValidate
          >
            <h2 id="lead-dialog-title" className="pr-12 text-[1.75rem] leading-tight">
              <Emphasis text={content.title} />
            </h2>
            <fieldset disabled={isSubmitting}>
              <legend className="mt-2 text-muted">{content.description}</legend>
              <Field id="lead-nome" label={content.fields.nome.label}>
                <input
                  id="lead-nome"
                  name="nome"
                  type="text"
                  autoComplete="name"
                  autoCapitalize="words"
                  maxLength={NAME_MAX}
                  placeholder={content.fields.nome.placeholder}
                  className="field"
                  autoFocus
                  required
                />
              </Field>
              <Field id="lead-telefone" label={content.fields.telefone.label}>
                <input
                  id="lead-telefone"
                  name="telefone"
                  type="tel"
                  inputMode="tel"
                  autoComplete="tel"
                  maxLength={PHONE_MAX}
                  data-mask="phone"
                  placeholder={content.fields.telefone.placeholder}
                  className="field tabular-nums"
                  required
                />
              </Field>
              <RobotTrap />
            </fieldset>
            <button
              type="submit"
              className="button button-primary mt-7 w-full"
              disabled={!form.isValid || isSubmitting}
              aria-busy={isSubmitting}
            >
              {isSubmitting && <span className="spinner" aria-hidden="true" />}
              {isSubmitting ? content.submitting : content.submit}
            </button>
            <p className="mt-4 text-sm text-muted">
              {content.privacy}{' '}
              <a href="#privacidade" className="link" data-closes>
                {content.privacyLink}
              </a>
            </p>
          </form>
        )}
      </div>
      <AutoSaveIndicator content={autoSave} {...form.autoSave} />
      <Notices id="lead" regionLabel={regionLabel} closeLabel={closeToastLabel} />
    </dialog>
  );
}
