import { includesRole } from '@funil/contract/console/roles';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useRole } from '../session/context.ts';
import { requiredRoleAt } from '../views.ts';

/** A link to a view, shown as a button to operators who may open it. */
export function ViewButton(props: Pick<LinkProps, 'to' | 'children'>) {
  const mayOpen = includesRole(useRole(), requiredRoleAt(String(props.to)));
  return mayOpen && <Link {...props} className="button" />;
}
