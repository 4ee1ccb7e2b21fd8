import * as lucide from 'lucide-react';

const ICON_SHAPES = {
  today: lucide.CalendarCheck,
  sales: lucide.BadgeCheck,
  report: lucide.ChartColumn,
  ads: lucide.Megaphone,
  import: lucide.Upload,
  page: lucide.PanelsTopLeft,
  connections: lucide.Plug,
  people: lucide.UsersRound,
  messages: lucide.MessageSquareText,
  account: lucide.UserRound,
  more: lucide.Ellipsis,
  search: lucide.Search,
  filter: lucide.Funnel,
  close: lucide.X,
  back: lucide.ChevronLeft,
  forward: lucide.ChevronRight,
  copy: lucide.Copy,
  download: lucide.Download,
  note: lucide.StickyNote,
  sun: lucide.Sun,
  moon: lucide.Moon,
  screen: lucide.Monitor,
  show: lucide.Eye,
  hide: lucide.EyeOff,
  out: lucide.LogOut,
  warning: lucide.TriangleAlert,
  offline: lucide.WifiOff,
  plus: lucide.Plus,
  trash: lucide.Trash2,
  link: lucide.Link,
  lock: lucide.Lock,
};

export type IconName = keyof typeof ICON_SHAPES;

export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  const Drawing = ICON_SHAPES[name];
  return <Drawing className={`icon ${className}`} aria-hidden="true" />;
}

/** Lucide has no logos of brands. */
export const WhatsappIcon = () => (
  <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
    <path d="M4 20l1.2-4.2A8.2 8.2 0 1 1 8.4 19z" />
    <path d="M9.3 8.3c.3-.5 1-.4 1.2.1l.5 1.2c.1.3 0 .6-.2.8l-.4.4c.5 1.2 1.6 2.2 2.8 2.7l.4-.4c.2-.2.6-.3.9-.2l1.2.5c.5.2.6.9.1 1.2-.7.6-1.6.8-2.5.5-2.3-.8-4.1-2.6-4.7-4.6-.2-.8 0-1.6.7-2.2z" />
  </svg>
);
