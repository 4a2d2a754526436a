import type { ReactElement } from 'react';

/** The drawings of the dashboard, each of strokes in a square of 24. */
const PATHS = {
  home: 'M3 11 12 4l9 7M6 9.5V20h12V9.5',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  list: 'M4 6h2M9 6h11M4 12h2M9 12h11M4 18h2M9 18h11',
  send: 'M4 12h11M11 7l5 5-5 5M20 5v14',
  webhook: 'M4 12h6M14 5h6v14h-6M7 8l-4 4 4 4',
  key: 'M14.5 9.5a4 4 0 1 0-3.7 3.99L13 16h2v2h2v2h3v-3l-5.6-5.6',
  wallet: 'M4 7h14a2 2 0 0 1 2 2v9H6a2 2 0 0 1-2-2zM4 7V6a2 2 0 0 1 2-2h10v3M16 13h1',
  shop: 'M4 10v10h16V10M3 10l2-6h14l2 6zM10 20v-5h4v5',
  pulse: 'M3 12h4l3-7 4 14 3-7h4',
  calls: 'M4 8h13M13 4l4 4-4 4M20 16H7M11 12l-4 4 4 4',
  bolt: 'M13 3 5 14h6l-1 7 8-11h-6z',
  percent:
    'M19 5 5 19M7.5 10a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M16.5 19a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5',
  partner:
    'M12 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M5 21a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M19 21a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M12 8v4M5 16v-4h14v4',
  log: 'M6 4h12v16H6zM9 9h6M9 13h6M9 17h3',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 20a8 8 0 0 1 16 0',
  team: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14a6.5 6.5 0 0 1 3.5 6',
  lock: 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3M12 15v2',
  shield: 'M12 3l8 3v6c0 4.5-3.4 7.6-8 9-4.6-1.4-8-4.5-8-9V6z',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14M16 16l4.5 4.5',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'm5 12 5 5 9-10',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  out: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9',
} as const;

export type IconName = keyof typeof PATHS;

/** A drawing beside a text that says the same; it is hidden from screen readers. */
export function Icon({ name }: { readonly name: IconName }): ReactElement {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className="size-5 shrink-0"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
