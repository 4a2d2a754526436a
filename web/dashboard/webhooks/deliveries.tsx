import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { webhooksQuery } from '../api/queries.ts';
import { DeliveryLogPage } from './delivery-log-page.tsx';
import { ACCOUNT_LOG } from './delivery-logs.ts';

const route = getRouteApi('/webhooks/$webhookId');

/** The log of an endpoint of the account. */
export function Deliveries(): ReactElement {
  const { webhookId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: webhooks = [] } = useQuery(webhooksQuery);
  return (
    <DeliveryLogPage
      log={ACCOUNT_LOG}
      webhookId={webhookId}
      webhook={webhooks.find(({ id }) => id === webhookId)}
      search={search}
      onSearch={(chosen) => void navigate({ search: chosen })}
    />
  );
}
