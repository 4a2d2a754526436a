import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { AuditFilter, AuditPage } from '../activity/audit-log.tsx';
import { adminMessages } from '../messages/en-admin.ts';
import { Card } from '../ui/page.tsx';
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
  const entries = useQuery(administrationQuery(search));
  const log = { address: '/admin/audit', search } as const;
  return (
    <>
      <AuditFilter key={search.action} {...log} example={messages.actionHint} />
      <Card>
        <AdminLoaded of={entries}>
          {(page) => <AuditPage {...log} page={page} emptyText={messages.emptyText} />}
        </AdminLoaded>
      </Card>
    </>
  );
}
