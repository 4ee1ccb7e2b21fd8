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

/** Apart from the icons of all views, which every view loads. */
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

/** Decorative: hidden from screen readers. */
export function PageIcon({ name }: { name: PageIconName }) {
  const Drawing = PAGE_ICONS[name];
  return <Drawing className="icon" aria-hidden="true" />;
}
