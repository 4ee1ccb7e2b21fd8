import type { ApplicationModalContent } from '@funil/content/schema/application-modal';
import type { QuestionContent } from '@funil/content/schema/questions';
import { findApplicationDoubt } from '@funil/contract/contacts/questions/application-questions';
import { describeQuestion } from '../describe-question.tsx';
import type { OpenApplication } from './use-application.ts';

export interface StepProps {
  content: ApplicationModalContent;
  application: OpenApplication;
}

export interface ApplicationFieldProps<Question extends QuestionContent> extends StepProps {
  question: Question;
}

export function describeField({
  question,
  content,
  application,
}: ApplicationFieldProps<QuestionContent>) {
  const { key } = question;
  const { answers, errors } = application.state;
  const id = `application-${key}`;
  const value = answers[key] ?? '';
  const doubt = findApplicationDoubt(question, value);
  const texts = { question, optional: content.optional, error: errors[key], doubt };
  return { id, value, ...describeQuestion({ id, ...texts }) };
}
