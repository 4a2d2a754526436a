import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { orchestratorWebhooksQuery } from '../api/queries.ts';
import { DeliveryLogPage } from '../webhooks/delivery-log-page.tsx';
import { ORCHESTRATOR_LOG } from '../webhooks/delivery-logs.ts';

const route = getRouteApi('/orchestrator/webhooks/$webhookId');

/** The log of an endpoint that is sent the events of the orchestrator's platforms. */
export function OrchestratorDeliveries(): ReactElement {
  const { webhookId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useQuery(orchestratorWebhooksQuery);
  return (
    <DeliveryLogPage
      log={ORCHESTRATOR_LOG}
      webhookId={webhookId}
      webhook={data?.webhooks.find(({ id }) => id === webhookId)}
      search={search}
      onSearch={(chosen) => void navigate({ search: chosen })}
    />
  );
}
