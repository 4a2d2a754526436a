import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { payoutMessages as messages } from '../messages/en-payouts.ts';
import { Allowed } from '../ui/allowed.tsx';
import { buttonStyle } from '../ui/button.tsx';

const TABS = [
  { to: '/payouts', label: messages.tabs.payouts },
  { to: '/payouts/bundles', label: messages.tabs.bundles },
  { to: '/payouts/imports', label: messages.tabs.imports },
  { to: '/payouts/recurring', label: messages.tabs.recurring },
  { to: '/payouts/saved', label: messages.tabs.saved },
  { to: '/payouts/payers', label: messages.tabs.payers },
] as const;

/** The way between the lists about paying out. */
export function PayoutTabs(): ReactElement {
  return (
    <nav aria-label={messages.tabs.label} className="border-b border-line">
      <ul className="-mb-px flex flex-wrap gap-x-1">
        {TABS.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ exact: true, includeSearch: false }}
              className="inline-flex min-h-11 items-center border-b-2 border-transparent px-3 font-medium text-muted no-underline hover:text-text aria-[current=page]:border-accent aria-[current=page]:text-accent"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What begins a payout, beside the title of each list. */
export function PayoutActions(): ReactElement {
  return (
    <Allowed to="createPayoutLink">
      <Link to="/payouts/import" className={buttonStyle('secondary')}>
        {messages.fromFile}
      </Link>
      <Link to="/payouts/new" className={buttonStyle('primary')}>
        {messages.create}
      </Link>
    </Allowed>
  );
}
