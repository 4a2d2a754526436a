import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { auditQuery } from '../api/queries.ts';
import { config } from '../config.ts';
import { activityMessages } from '../messages/en-activity.ts';
import { Allowed, NeedsRole } from '../ui/allowed.tsx';
import { buttonStyle } from '../ui/button.tsx';
import { ExportLinks } from '../ui/export-links.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Card, Page } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { AuditEntries, AuditFilter } from './audit-log.tsx';
import { readAuditSearch } from './search.ts';

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
  const { action, cursor } = search;
  const navigate = route.useNavigate();
  const entries = useQuery(auditQuery(search));
  return (
    <>
      <AuditFilter
        key={action}
        action={action ?? ''}
        example={messages.actionHint}
        onAction={(next) => void navigate({ search: readAuditSearch({ action: next }) })}
      />
      <Card>
        <Loaded of={entries}>
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
                    to="/audit"
                    search={readAuditSearch({ action, cursor: to })}
                    className={buttonStyle('secondary')}
                  >
                    {label}
                  </Link>
                )}
              </Pager>
            </>
          )}
        </Loaded>
      </Card>
    </>
  );
}
