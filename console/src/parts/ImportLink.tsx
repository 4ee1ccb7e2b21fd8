import { Link } from '@tanstack/react-router';
import { Icon } from './Icon.tsx';

export const ImportLink = () => (
  <Link
    to="/importar"
    className="button px-3 in-data-fixed:@max-[56rem]/view:[&>span]:hidden"
    aria-label="Importar um arquivo"
    title="Importar um arquivo"
  >
    <Icon name="import" />
    <span>Importar</span>
  </Link>
);
