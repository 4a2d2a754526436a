import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { adminMessages as messages } from '../messages/en-admin.ts';
import { sessionQuery } from '../session/session.ts';
import { NotFound } from '../shell/not-found.tsx';
import { Page } from '../ui/page.tsx';

const TABS = [
  { to: '/admin', label: messages.tabs.accounts },
  { to: '/admin/health', label: messages.tabs.health },
  { to: '/admin/networks', label: messages.tabs.networks },
  { to: '/admin/suspicious', label: messages.tabs.suspicious },
  { to: '/admin/limits', label: messages.tabs.limits },
  { to: '/admin/audit', label: messages.tabs.audit },
] as const;

interface Props {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}

/** A page of administrators, with the way to the others; for anybody else there is none. */
export function AdminPage({ title, lead, children }: Props): ReactElement {
  const { data: session } = useQuery(sessionQuery);
  if (session?.isAdministrator !== true) return <NotFound />;
  return (
    <Page title={title} lead={lead}>
      <nav aria-label={messages.navigation} className="border-b border-line">
        <ul className="-mb-px flex flex-wrap gap-x-4 sm:gap-x-6">
          {TABS.map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                activeOptions={{ exact: true, includeSearch: false }}
                className="inline-flex min-h-11 items-center border-b-2 border-transparent font-medium text-muted hover:border-line hover:text-text aria-[current=page]:border-accent aria-[current=page]:text-accent"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </Page>
  );
}
