import props from 'virtual:application-props';
import { ApplicationModal } from './ApplicationModal.tsx';

/** The application with its texts; only where content has one. */
export const ApplicationIsland = () => props && <ApplicationModal {...props} />;
