import type { ToastContent } from '@funil/content/schema/parts';
import type { QuestionContent } from '@funil/content/schema/questions';
import type { Question } from '@funil/contract/contacts/question';
import type { FieldRule } from '@funil/contract/text';
import { UTM_FIELDS } from '@funil/contract/utm';
import { Brand, type BrandLook } from '../parts/Brand.tsx';
import { Emphasis } from '../parts/Emphasis.tsx';
import { PrivacyNote } from './PrivacyNote.tsx';
import { QuestionControl } from './QuestionControl.tsx';
import { COLUMN_INPUTS, nativeLimits } from './question-inputs.ts';
import { RobotTrap } from './RobotTrap.tsx';

export interface PlainQuestion extends Question {
  readonly label: string;
  readonly placeholder?: string | undefined;
  readonly hint?: string | undefined;
  readonly options?: Extract<QuestionContent, { kind: 'choice' }>['options'] | undefined;
}

interface FieldProps {
  question: PlainQuestion;
  rule: FieldRule;
  /** Follows the label of a question that visitors may skip. */
  optional: string | undefined;
}

/** The server fills the placeholder (server/src/forms/form-routes.ts). */
const placeholderOf = (part: 'value' | 'error' | 'invalid', key: string) => `{{${part}:${key}}}`;
/** The attributes' types forbid placeholders. */
const withPlaceholders = (attributes: Record<string, string>): Record<string, string> => attributes;

const LABEL_CLASSES = 'mb-1.5 block font-semibold';

function Choices({ question: { key, options = [] } }: FieldProps) {
  return options.map((option) => (
    <label key={option.key} className="flex min-h-11 items-center gap-3">
      <input type="checkbox" name={key} value={option.key} data-checked={`${key}=${option.key}`} />
      {option.label}
    </label>
  ));
}

function Field(props: FieldProps) {
  const { question, rule, optional } = props;
  const { key, kind, required, label, hint } = question;
  const id = `campo-${key}`;
  const name = (
    <>
      {label} {!required && <span className="font-normal text-muted">{optional}</span>}
    </>
  );
  const described = { 'aria-describedby': `${id}-erro` };
  const attributes = { id, name: key, required, className: 'field', ...described };
  return (
    <div>
      {kind === 'choices' ? (
        <fieldset {...described}>
          <legend className={LABEL_CLASSES}>{name}</legend>
          <Choices {...props} />
        </fieldset>
      ) : (
        <>
          <label htmlFor={id} className={LABEL_CLASSES}>
            {name}
          </label>
          <QuestionControl
            question={{ ...question, kind }}
            attributes={{
              ...attributes,
              ...withPlaceholders({ 'aria-invalid': placeholderOf('invalid', key) }),
            }}
            text={{ ...nativeLimits(kind, rule), defaultValue: placeholderOf('value', key) }}
            input={{ ...COLUMN_INPUTS[key], 'data-mask': undefined }}
            optionAttributes={(option) => ({ 'data-selected': `${key}=${option}` })}
          />
        </>
      )}
      {hint && <p className="mt-1 text-sm text-muted">{hint}</p>}
      <p id={`${id}-erro`} className="field-error">
        {placeholderOf('error', key)}
      </p>
    </div>
  );
}

/** The server keeps or removes the notice. */
const ServerNotice = ({ name, title, description }: ToastContent & { name: string }) => (
  <div role="alert" className="message-error mt-4 rounded-2xl bg-raised p-4" data-notice={name}>
    <p className="font-semibold">{title}</p>
    <p>{description}</p>
  </div>
);

interface Props {
  brand: BrandLook;
  title: string;
  description: string;
  action: string;
  /** A single group needs no title. */
  steps: readonly {
    readonly title?: string;
    readonly questions: readonly PlainQuestion[];
  }[];
  ruleOf: (question: Question) => FieldRule;
  optional: string | undefined;
  notices: Readonly<Record<'invalid' | 'failed', ToastContent>>;
  /** A note above the button. */
  confirmation?: { readonly title: string; readonly items: readonly string[] };
  submit: string;
  privacy: string;
  privacyLink: string;
}

/** A form on a page with all questions, for visitors whose scripts do not arrive. */
export function PlainForm({
  brand,
  steps,
  notices,
  ruleOf,
  optional,
  confirmation,
  ...props
}: Props) {
  return (
    <main data-tone="paper" className="@container message-page gutter pb-14">
      <div className="mx-auto max-w-3xl">
        <p className="py-5 @md:py-8">
          <a href="/" className="flex rounded-lg py-2">
            <Brand {...brand} />
          </a>
        </p>
        <h1 className="text-title">
          <Emphasis text={props.title} />
        </h1>
        <p className="mt-4 text-intro text-muted">{props.description}</p>
        <form method="post" action={props.action} className="mt-8">
          {Object.entries(notices).map(([name, notice]) => (
            <ServerNotice key={name} name={name} {...notice} />
          ))}
          {UTM_FIELDS.map((field) => (
            <input key={field} type="hidden" name={field} value={placeholderOf('value', field)} />
          ))}
          {steps.map(({ title, questions }) => (
            <section key={questions[0]?.key} className="mt-8">
              {title && (
                <h2 className="pb-4 text-subtitle">
                  <Emphasis text={title} />
                </h2>
              )}
              {questions.map((question) => (
                <Field
                  key={question.key}
                  question={question}
                  rule={ruleOf(question)}
                  optional={optional}
                />
              ))}
            </section>
          ))}
          <RobotTrap />
          {confirmation && (
            <section className="rounded-2xl bg-raised p-4">
              <h3>{confirmation.title}</h3>
              <ul className="mt-2 list-disc pl-5">
                {confirmation.items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            </section>
          )}
          <button
            type="submit"
            className="button button-primary mt-4 w-full @sm:w-auto @sm:min-w-72"
          >
            {props.submit}
          </button>
          <PrivacyNote {...props} href="/#privacidade" className="mt-4" />
        </form>
      </div>
    </main>
  );
}
