/** Outlines on a square of 24 units. */
const OUTLINES = {
  today: 'M4 12h3l2.5-6 5 12L17 12h3',
  leads:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c.5-3.6 3.1-5.6 6.5-5.6s6 2 6.5 5.6M16 4.3a3.5 3.5 0 0 1 0 6.4M18 14.8c2 .8 3.2 2.6 3.5 5.2',
  applications: 'M6.5 3.5h7l4 4v13h-11zM13.2 3.5V8h4.3M9.5 12.5h5M9.5 16h3',
  sales: 'M12 3.5l8.5 8.5-8.5 8.5L3.5 12zM9 12l2 2 4-4',
  report: 'M4 20h16M6.5 16.5v-5M12 16.5v-11M17.5 16.5v-8',
  deliveries: 'M3.5 11.5L20.5 4l-6 16.5-3.5-6.5zM11 14l4-4.5',
  people:
    'M12 3.5l7 2.5v5.5c0 4.3-2.8 7.4-7 9-4.2-1.6-7-4.7-7-9V6zM12 9.2a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2zM12 12.5v3',
  messages:
    'M4 6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v7a2.5 2.5 0 0 1-2.5 2.5H11l-4.5 4v-4A2.5 2.5 0 0 1 4 13.5zM8 8.5h8M8 12h5',
  status: 'M3.5 12h4l2-4 4 9 2.5-5h4.5',
  account: 'M12 4a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM5 20c.6-3.7 3.4-6 7-6s6.4 2.3 7 6',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20 20',
  filter: 'M4 6h16M7 12h10M10 18h4',
  close: 'M6 6l12 12M18 6L6 18',
  back: 'M14.5 5.5L8 12l6.5 6.5',
  forward: 'M9.5 5.5L16 12l-6.5 6.5',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  copy: 'M9 9h11v11H9zM5.5 15H4V4h11v1.5',
  download: 'M12 4v11M7.5 10.5L12 15l4.5-4.5M5 20h14',
  note: 'M5 4.5h14v10l-5 5H5zM14 19.5v-5h5',
  sun: 'M12 8.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6zM12 2.5v2.2M12 19.3v2.2M2.5 12h2.2M19.3 12h2.2M5.3 5.3l1.5 1.5M17.2 17.2l1.5 1.5M5.3 18.7l1.5-1.5M17.2 6.8l1.5-1.5',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z',
  screen: 'M3.5 5h17v11h-17zM9 20h6M12 16v4',
  keyboard: 'M3 6.5h18v11H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8',
  out: 'M14 4.5H5v15h9M10.5 12H20M16.5 8.5L20 12l-3.5 3.5',
  warning: 'M12 4L2.8 19.5h18.4zM12 10v4.5M12 17.2h.01',
  offline:
    'M4 9.5a12 12 0 0 1 16 0M7 13a7.5 7.5 0 0 1 10 0M10 16.5a3 3 0 0 1 4 0M12 20h.01M4 4l16 16',
  plus: 'M12 5v14M5 12h14',
  trash: 'M5 7h14M9.5 7V4.5h5V7M7 7l.8 12.5h8.4L17 7',
  external: 'M13 5h6v6M19 5l-8.5 8.5M16 14v5H5V8h5',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1.2 1.2M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.5v2',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2',
} as const;

export type IconName = keyof typeof OUTLINES;

/** A drawing beside words that say the same; screen readers pass it by. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={`icon ${className}`} data-icon={name} aria-hidden="true">
      <path d={OUTLINES[name]} />
    </svg>
  );
}

/** WhatsApp's own sign, which people look for; drawn after its shape. */
export function WhatsappIcon() {
  return (
    <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
      <path d="M4 20l1.2-4.2A8.2 8.2 0 1 1 8.4 19z" />
      <path d="M9.3 8.3c.3-.5 1-.4 1.2.1l.5 1.2c.1.3 0 .6-.2.8l-.4.4c.5 1.2 1.6 2.2 2.8 2.7l.4-.4c.2-.2.6-.3.9-.2l1.2.5c.5.2.6.9.1 1.2-.7.6-1.6.8-2.5.5-2.3-.8-4.1-2.6-4.7-4.6-.2-.8 0-1.6.7-2.2z" />
    </svg>
  );
}
