import { Link } from '@tanstack/react-router';
import { useRole } from '../console-context.ts';
import { mayOpen } from '../views.ts';
import { Icon } from './Icon.tsx';

/** Shown only to operators who may import. */
export function ImportLink() {
  const isPermitted = mayOpen(useRole(), '/importar');
  return (
    isPermitted && (
      <Link
        to="/importar"
        className="button px-3 in-data-fixed:@max-[56rem]/view:[&>span]:hidden"
        aria-label="Importar um arquivo"
        title="Importar um arquivo"
      >
        <Icon name="import" />
        <span>Importar</span>
      </Link>
    )
  );
}
