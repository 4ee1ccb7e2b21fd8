import { Link, type LinkProps } from '@tanstack/react-router';
import { useRole } from '../console-context.ts';
import { mayOpen } from '../views.ts';

/** Shown only to operators who may open the view. */
export function ViewButton(props: Pick<LinkProps, 'to' | 'children'>) {
  const isPermitted = mayOpen(useRole(), String(props.to));
  return isPermitted && <Link {...props} className="button" />;
}
