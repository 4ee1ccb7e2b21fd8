import type { ToastContent } from '@funil/content/schema/parts';
import { UTM_FIELDS } from '@funil/contract/capture/utm';
import type { Question } from '@funil/contract/contacts/questions/question';
import type { FieldRule } from '@funil/contract/text';
import { Brand, type BrandLook } from '../parts/Brand.tsx';
import { Emphasis } from '../parts/Emphasis.tsx';
import { Honeypot } from './Honeypot.tsx';
import { PrivacyNote } from './PrivacyNote.tsx';
import { UncontrolledField, type WordedQuestion } from './UncontrolledField.tsx';

/** The server fills the placeholder (server/src/forms/form-routes.ts). */
const placeholderOf = (part: 'value' | 'error' | 'invalid', key: string) => `{{${part}:${key}}}`;

const placeholdersOf = ({ key, kind }: Question) => ({
  value: placeholderOf('value', key),
  attributes: { 'aria-invalid': placeholderOf('invalid', key) },
  optionAttributes: (option: string) => ({
    [kind === 'choices' ? 'data-checked' : 'data-selected']: `${key}=${option}`,
  }),
});

/** A notice that the server keeps in the page or removes. */
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
  /** The questions in groups; a single group needs no title. */
  steps: readonly {
    readonly title?: string;
    readonly questions: readonly WordedQuestion[];
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
export function PlainForm({ brand, steps, notices, ...props }: Props) {
  const { ruleOf, optional, confirmation } = props;
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
                <UncontrolledField
                  key={question.key}
                  id={`campo-${question.key}`}
                  question={question}
                  rule={ruleOf(question)}
                  optional={optional}
                  error={placeholderOf('error', question.key)}
                  doubt={undefined}
                  placeholders={placeholdersOf(question)}
                />
              ))}
            </section>
          ))}
          <Honeypot />
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
