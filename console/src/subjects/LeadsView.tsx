import { useSearch } from '@tanstack/react-router';
import { SubjectsView } from './SubjectsView.tsx';

export function LeadsView() {
  return <SubjectsView name="leads" title="Leads" search={useSearch({ from: '/leads' })} />;
}
