import type { ApplicationModalContent } from '@funil/content/schema/application-modal';
import { APPLICATION_RULES } from '@funil/contract/application-rules';
import type { ChangeEvent, InputHTMLAttributes } from 'react';
import type { FormField } from './flow.ts';
import type { Application } from './use-application.ts';

export interface StepProps {
  content: ApplicationModalContent;
  application: Application;
}

/** Input attributes; for `data-mask` see masks.ts. */
type InputAttributes = InputHTMLAttributes<HTMLInputElement> & {
  'data-mask'?: 'whatsapp' | 'instagram';
};

const CONTROLS: Record<FormField, InputAttributes | 'select' | 'textarea'> = {
  nome: { autoComplete: 'name', autoCapitalize: 'words' },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email' },
  whatsapp: { type: 'tel', inputMode: 'tel', autoComplete: 'tel', 'data-mask': 'whatsapp' },
  instagram: {
    autoCapitalize: 'none',
    autoCorrect: 'off',
    spellCheck: false,
    autoComplete: 'off',
    'data-mask': 'instagram',
  },
  empresa: { autoComplete: 'organization', autoCapitalize: 'words' },
  cargo: { autoComplete: 'organization-title' },
  faturamento: 'select',
  principais_desafios: 'textarea',
  cronograma: 'select',
  experiencia_anterior: 'textarea',
};

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A field with its label, hint and message. The message has its own space, so that nothing moves when it appears. */
export function Field({ name, content, application }: StepProps & { name: FormField }) {
  const { data, errors } = application.state;
  const texts = content.fields[name];
  const rule = APPLICATION_RULES[name];
  const id = `application-${name}`;
  const isOptional = rule.isValid('');
  const descriptions = [texts.hint && `${id}-hint`, errors[name] && `${id}-error`].filter(Boolean);
  const shared = {
    id,
    name,
    value: data[name],
    required: !isOptional,
    'aria-invalid': errors[name] ? true : undefined,
    'aria-describedby': descriptions.join(' ') || undefined,
    onChange: ({ target }: ChangeEvent<Control>) => application.edit(name, target.value),
    onBlur: () => application.leave(name),
  };
  const text = { ...shared, placeholder: texts.placeholder, maxLength: rule.length };
  const control = CONTROLS[name];
  return (
    <div className="application-field" data-wide={control === 'textarea' || undefined}>
      <label htmlFor={id}>
        {texts.label}{' '}
        {isOptional && <span className="font-normal text-muted">{content.optional}</span>}
      </label>
      {control === 'textarea' && <textarea {...text} className="field" rows={3} />}
      {control === 'select' && (
        <select {...shared} className="field field-select" data-empty={data[name] === ''}>
          <option value="">{texts.placeholder}</option>
          {Object.entries<string>('options' in texts ? texts.options : {}).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
      {typeof control === 'object' && (
        <input {...text} className="field" type="text" enterKeyHint="next" {...control} />
      )}
      {texts.hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {texts.hint}
        </p>
      )}
      <p id={`${id}-error`} className="field-error" aria-live="polite">
        {errors[name]}
      </p>
    </div>
  );
}
