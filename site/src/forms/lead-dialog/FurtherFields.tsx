import type { LeadDialogContent } from '@funil/content/schema/lead-dialog';
import { leadRuleOf } from '@funil/contract/contacts/questions/lead-questions';
import { addStyle } from '../add-style.ts';
import choicesStyles from '../choices.css?inline';
import selectStyles from '../select.css?inline';
import { UncontrolledField } from '../UncontrolledField.tsx';
import type { LeadForm } from './use-lead-form.ts';

addStyle(choicesStyles + selectStyles);

/** Without further questions this file is not built (content-modules.ts). */
export const FurtherFields = ({ content, form }: { content: LeadDialogContent; form: LeadForm }) =>
  content.questions?.map((question) => (
    <UncontrolledField
      key={question.key}
      id={`lead-${question.key}`}
      question={question}
      rule={leadRuleOf(question)}
      optional={content.optional}
      error={form.errors[question.key]}
      doubt={form.doubts[question.key]}
    />
  ));
