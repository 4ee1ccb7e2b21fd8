import type { FieldPath } from '@funil/contract/field-values';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { ProblemCount } from '../ProblemCount.tsx';
import { useForm } from './form-context.ts';

/** Returns whether a part of the form is open. The part opens when the form's target is in it. */
export function useIsOpen(contains: (targetPath: FieldPath) => boolean, isOpenAtFirst = false) {
  const { targetPath } = useForm();
  const isTarget = targetPath !== null && contains(targetPath);
  const [isOpen, setIsOpen] = useState(isOpenAtFirst || isTarget);
  const [lastTargetPath, setLastTargetPath] = useState(targetPath);
  if (targetPath !== lastTargetPath) {
    setLastTargetPath(targetPath);
    if (isTarget) setIsOpen(true);
  }
  return [isOpen, setIsOpen] as const;
}

interface Props extends ComponentProps<'button'> {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  problemCount: number;
  children: ReactNode;
}

export const OpenButton = (props: Props) => {
  const { isOpen, onOpen, problemCount, children, className = 'px-1', ...button } = props;
  return (
    <button
      {...button}
      type="button"
      className={`flex flex-1 items-center gap-2 min-w-0 min-h-11 rounded-md text-left [&>:first-child]:flex-1 [&>:first-child]:min-w-0 ${className}`}
      aria-expanded={isOpen}
      onClick={() => onOpen(!isOpen)}
    >
      {children}
      {problemCount > 0 && <ProblemCount count={problemCount} />}
      <Icon
        name="forward"
        className="size-4 text-muted transition-[rotate] duration-120 in-aria-expanded:rotate-90"
      />
    </button>
  );
};
