import * as lucide from 'lucide-react';

/** Icons that only the editor uses; a separate file keeps them out of the other views' code. */
const PAGE_ICONS = {
  up: lucide.ChevronUp,
  down: lucide.ChevronDown,
  grip: lucide.GripVertical,
  check: lucide.Check,
  history: lucide.History,
  phone: lucide.Smartphone,
  computer: lucide.Monitor,
  picture: lucide.Image,
};

interface Props {
  name: keyof typeof PAGE_ICONS;
  className?: string;
}

export function PageIcon({ name, className = '' }: Props) {
  const Drawing = PAGE_ICONS[name];
  return <Drawing className={`icon ${className}`} aria-hidden="true" />;
}
