import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { AuditEntries, AuditFilter } from '../activity/audit-log.tsx';
import { readAuditSearch } from '../activity/search.ts';
import { adminMessages } from '../messages/en-admin.ts';
import { buttonStyle } from '../ui/button.tsx';
import { Card } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { AdminLoaded } from './admin-loaded.tsx';
import { AdminPage } from './admin-page.tsx';
import { administrationQuery } from './queries.ts';

const messages = adminMessages.audit;
const route = getRouteApi('/admin/audit');

/** What administrators and operators did, newest first. */
export function AdministrationLog(): ReactElement {
  return (
    <AdminPage title={messages.title} lead={messages.lead}>
      <Log />
    </AdminPage>
  );
}

function Log(): ReactElement {
  const search = route.useSearch();
  const { action, cursor } = search;
  const navigate = route.useNavigate();
  const entries = useQuery(administrationQuery(search));
  return (
    <>
      <AuditFilter
        key={action}
        action={action ?? ''}
        example={messages.actionHint}
        onAction={(next) => void navigate({ search: readAuditSearch({ action: next }) })}
      />
      <Card>
        <AdminLoaded of={entries}>
          {({ entries: rows, nextCursor }) => (
            <>
              <AuditEntries
                entries={rows}
                emptyText={messages.emptyText}
                isFiltered={action !== undefined}
              />
              <Pager cursor={cursor} nextCursor={nextCursor}>
                {(to, label) => (
                  <Link
                    key={label}
                    to="/admin/audit"
                    search={readAuditSearch({ action, cursor: to })}
                    className={buttonStyle('secondary')}
                  >
                    {label}
                  </Link>
                )}
              </Pager>
            </>
          )}
        </AdminLoaded>
      </Card>
    </>
  );
}
