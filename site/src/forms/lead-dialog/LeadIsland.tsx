import props from 'virtual:lead-props';
import { LeadDialog } from './LeadDialog.tsx';

/** The short form with its texts. */
export const LeadIsland = () => <LeadDialog {...props} />;
