import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  type Ref,
  useId,
  useState,
} from 'react';
import { Icon } from './Icon.tsx';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

function explainInvalid({ validity, type, minLength }: TextControl): string {
  // `badInput` is checked first, because a date without its time also counts as a missing value.
  if (validity.badInput) return 'Está incompleto.';
  if (validity.valueMissing) return 'Preencha este campo.';
  if (validity.tooShort) return `Escreva ao menos ${minLength} caracteres.`;
  if (type === 'email') return 'Escreva o e-mail inteiro, como ana@escola.com.br.';
  if (type === 'url') return 'Escreva o endereço inteiro, desde o https://.';
  return 'Está incompleto.';
}

/** Returns a message in place of the browser's, which may not be in Portuguese; null once the operator types. */
function useInvalidMessage() {
  const [invalidMessage, setInvalidMessage] = useState<string | null>(null);
  const formEvents = {
    onInvalid(event: FormEvent<HTMLElement>) {
      event.preventDefault();
      const control = event.target as TextControl;
      setInvalidMessage(explainInvalid(control));
      // The browser focuses the first invalid field only when it shows its own message.
      if (control.form?.querySelector(':is(input, textarea):invalid') === control) control.focus();
    },
    onInput: () => setInvalidMessage(null),
  };
  return { invalidMessage, formEvents };
}

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string;
  error?: string | null;
  /** Shown while there is no error. */
  hint?: string;
}

export function TextField({ label, error = null, hint, className = '', ...input }: TextFieldProps) {
  const id = useId();
  const [isPasswordShown, setIsPasswordShown] = useState(false);
  const { invalidMessage, formEvents } = useInvalidMessage();
  const problem = invalidMessage ?? error;
  const hasMessage = problem !== null || hint !== undefined;
  return (
    <div className="field" {...formEvents}>
      <label htmlFor={id}>{label}</label>
      <PasswordFrame
        isPassword={input.type === 'password'}
        isPasswordShown={isPasswordShown}
        onToggle={() => setIsPasswordShown(!isPasswordShown)}
      >
        <input
          aria-invalid={problem !== null}
          {...input}
          {...(invalidMessage !== null && { 'aria-invalid': true })}
          {...(input.type === 'password' && PASSWORD_PROPS)}
          {...(isPasswordShown && { type: 'text' })}
          id={id}
          className={`input ${className}`}
          aria-describedby={hasMessage ? `${id}-message` : undefined}
        />
      </PasswordFrame>
      {hasMessage && (
        <p
          className={problem === null ? 'text-small text-muted' : 'text-small text-bad'}
          id={`${id}-message`}
          role={problem === null ? undefined : 'alert'}
        >
          {problem ?? hint}
        </p>
      )}
    </div>
  );
}

/** Browsers may send a shown password to a spelling service. */
const PASSWORD_PROPS = { spellCheck: false, autoCapitalize: 'none' } as const;

interface PasswordFrameProps {
  isPassword: boolean;
  isPasswordShown: boolean;
  onToggle: () => void;
  children: ReactNode;
}

function PasswordFrame({ isPassword, isPasswordShown, onToggle, children }: PasswordFrameProps) {
  if (!isPassword) return children;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_2.75rem] *:row-start-1 [&>.input]:col-span-full [&>.input]:pr-11.5">
      {children}
      <button
        type="button"
        className="col-start-2 grid place-items-center rounded-lg text-muted hover:text-fg"
        aria-label={isPasswordShown ? 'Esconder o que digitei' : 'Mostrar o que digitei'}
        onClick={onToggle}
      >
        <Icon name={isPasswordShown ? 'hide' : 'show'} />
      </button>
    </div>
  );
}

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'> {
  label: string;
  ref?: Ref<HTMLTextAreaElement>;
}

/** `children` stand below the area. */
export function TextArea({ label, children, ...area }: TextAreaProps) {
  const id = useId();
  const { invalidMessage, formEvents } = useInvalidMessage();
  return (
    <div className="field" {...formEvents}>
      <label htmlFor={id}>{label}</label>
      <textarea {...area} id={id} className="input" aria-invalid={invalidMessage !== null} />
      <FieldError>{invalidMessage}</FieldError>
      {children}
    </div>
  );
}

export type SelectOption = readonly [value: string, label: string];

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id' | 'children' | 'onChange'> {
  label: string;
  options: readonly SelectOption[];
  onChange?: (value: string) => void;
  /** Screen readers still read the label. */
  isLabelHidden?: boolean;
}

export function SelectField(props: SelectFieldProps) {
  const { label, options, onChange, isLabelHidden = false, ...select } = props;
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : undefined}>
        {label}
      </label>
      <select
        {...select}
        id={id}
        className="input"
        onChange={onChange && (({ target }) => onChange(target.value))}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

export function FieldError({ children }: { children: string | null }) {
  if (children === null) return null;
  return (
    <p className="text-small text-bad" role="alert">
      {children}
    </p>
  );
}
