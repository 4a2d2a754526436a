import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { webhookFiguresQuery } from '../api/figures.ts';
import { rangeOf } from '../home/figure-values.ts';
import { webhookMessages } from '../messages/en-webhooks.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Card } from '../ui/page.tsx';
import { FailureChart } from './failure-chart.tsx';

/** As many days as the home page shows at first. */
const DAYS = 30;

/** How often one endpoint did not take what it was sent. */
export function EndpointFailures({ webhookId }: { readonly webhookId: string }): ReactElement {
  const range = rangeOf(DAYS);
  const figures = useQuery(webhookFiguresQuery({ ...range, webhookId }));
  if (figures.data !== undefined) return <FailureChart range={range} figures={figures.data} />;
  return (
    <Card title={webhookMessages.log.failures}>
      <Loaded of={figures}>{() => null}</Loaded>
    </Card>
  );
}
