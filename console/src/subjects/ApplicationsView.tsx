import { useSearch } from '@tanstack/react-router';
import { SubjectsView } from './SubjectsView.tsx';

export function ApplicationsView() {
  const search = useSearch({ from: '/aplicacoes' });
  return <SubjectsView name="applications" title="Aplicações" search={search} />;
}
