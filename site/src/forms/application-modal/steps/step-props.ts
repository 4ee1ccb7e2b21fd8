import type { ApplicationModalContent } from '@funil/content/schema/application-modal';
import type { Application } from '../use-application.ts';

/** What every step from 1 on is drawn from. */
export interface StepProps {
  content: ApplicationModalContent;
  application: Application;
}
