import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { auditQuery } from '../api/queries.ts';
import { config } from '../config.ts';
import { activityMessages } from '../messages/en-activity.ts';
import { Allowed, NeedsRole } from '../ui/allowed.tsx';
import { ExportLinks } from '../ui/export-links.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Card, Page } from '../ui/page.tsx';
import { AuditFilter, AuditPage } from './audit-log.tsx';

const messages = activityMessages.audit;
const route = getRouteApi('/audit');

/** What was done in the account, newest first. */
export function Audit(): ReactElement {
  const { action } = route.useSearch();
  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      actions={
        <Allowed to="exportAudit">
          <ExportLinks
            url={`${config.authUrl}/v1/audit/export`}
            filters={action === undefined ? {} : { action }}
          />
        </Allowed>
      }
    >
      <NeedsRole to="listAudit">
        <Entries />
      </NeedsRole>
    </Page>
  );
}

function Entries(): ReactElement {
  const search = route.useSearch();
  const entries = useQuery(auditQuery(search));
  const log = { address: '/audit', search } as const;
  return (
    <>
      <AuditFilter key={search.action} {...log} example={messages.actionHint} />
      <Card>
        <Loaded of={entries}>
          {(page) => <AuditPage {...log} page={page} emptyText={messages.emptyText} />}
        </Loaded>
      </Card>
    </>
  );
}
