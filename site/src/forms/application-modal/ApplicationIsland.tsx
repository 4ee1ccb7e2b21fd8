import content from 'virtual:application-texts';
import { ApplicationModal, type ApplicationModalProps } from './ApplicationModal.tsx';

/** The application with its texts; only where content has one. */
export const ApplicationIsland = (props: Omit<ApplicationModalProps, 'content'>) =>
  content && <ApplicationModal content={content} {...props} />;
