import * as lucide from 'lucide-react';

/** The icons of the editor alone, which other views do not load. */
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

/** A drawing, which screen readers skip. */
export function PageIcon({ name }: { name: keyof typeof PAGE_ICONS }) {
  const Drawing = PAGE_ICONS[name];
  return <Drawing className="icon" aria-hidden="true" />;
}
