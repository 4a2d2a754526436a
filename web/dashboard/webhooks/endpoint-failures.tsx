import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { rangeOf } from '../home/figure-values.ts';
import { webhookMessages } from '../messages/en-webhooks.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Card } from '../ui/page.tsx';
import type { DeliveryLog } from './delivery-logs.ts';
import { FailureChart } from './failure-chart.tsx';
import { endpointFiguresQuery } from './queries.ts';

/** As many days as the home page shows at first. */
const DAYS = 30;

interface Props {
  readonly log: DeliveryLog;
  readonly webhookId: string;
}

/** How often one endpoint did not take what it was sent. */
export function EndpointFailures({ log, webhookId }: Props): ReactElement {
  const range = rangeOf(DAYS);
  const figures = useQuery(endpointFiguresQuery(log, webhookId, range));
  if (figures.data !== undefined) return <FailureChart range={range} figures={figures.data} />;
  return (
    <Card title={webhookMessages.log.failures}>
      <Loaded of={figures}>{() => null}</Loaded>
    </Card>
  );
}
