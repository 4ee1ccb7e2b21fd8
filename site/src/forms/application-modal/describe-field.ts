import type { ApplicationModalContent } from '@funil/content/schema/application-modal';
import type { QuestionContent } from '@funil/content/schema/questions';
import { findApplicationDoubt } from '@funil/contract/contacts/questions/application-questions';
import { describeQuestion } from '../describe-question.tsx';
import type { Application } from './use-application.ts';

export interface StepProps {
  content: ApplicationModalContent;
  application: Application;
}

export interface FieldProps<Question extends QuestionContent> extends StepProps {
  question: Question;
}

export function describeField({ question, content, application }: FieldProps<QuestionContent>) {
  const { key } = question;
  const { answers, errors } = application.state;
  const id = `application-${key}`;
  const value = answers[key] ?? '';
  const doubt = findApplicationDoubt(question, value);
  const texts = { question, optional: content.optional, error: errors[key], doubt };
  return { id, value, ...describeQuestion({ id, ...texts }) };
}
