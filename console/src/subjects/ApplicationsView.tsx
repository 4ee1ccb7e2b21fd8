import { useSearch } from '@tanstack/react-router';
import { SubjectsView } from './SubjectsView.tsx';

export function ApplicationsView() {
  const search = useSearch({ from: '/candidaturas' });
  return <SubjectsView name="applications" title="Candidaturas" search={search} />;
}
