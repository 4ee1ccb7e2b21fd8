import {
  Check,
  ChevronDown,
  ChevronUp,
  GripVertical,
  History,
  Image,
  Monitor,
  Smartphone,
} from 'lucide-react';

/** The icons of the editor alone, which other views do not load. */
const PAGE_ICONS = {
  up: ChevronUp,
  down: ChevronDown,
  grip: GripVertical,
  check: Check,
  history: History,
  phone: Smartphone,
  computer: Monitor,
  picture: Image,
};

export type PageIconName = keyof typeof PAGE_ICONS;

/** A drawing, which screen readers skip. */
export function PageIcon({ name }: { name: PageIconName }) {
  const Drawing = PAGE_ICONS[name];
  return <Drawing className="icon" aria-hidden="true" />;
}
