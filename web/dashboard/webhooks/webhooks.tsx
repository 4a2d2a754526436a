import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { answerOf, auth } from '../api/client.ts';
import { webhooksQuery } from '../api/queries.ts';
import { webhookMessages as messages } from '../messages/en-webhooks.ts';
import { Allowed } from '../ui/allowed.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Card, Empty, Page } from '../ui/page.tsx';
import { AddEndpoint } from './add-endpoint.tsx';
import { Endpoint } from './endpoint.tsx';
import { SendTest } from './send-test.tsx';

/** The endpoints of the account, a new one, and a test. */
export function Webhooks(): ReactElement {
  const webhooks = useQuery(webhooksQuery);
  return (
    <Page title={messages.title} lead={messages.lead}>
      <Loaded of={webhooks}>
        {(list) =>
          list.length === 0 ? (
            <Card>
              <Empty {...messages.empty} />
            </Card>
          ) : (
            list.map((webhook) => <Endpoint key={webhook.id} webhook={webhook} />)
          )
        }
      </Loaded>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Allowed to="createWebhook">
          <AddEndpoint
            changes={['webhooks']}
            add={(header, url) =>
              answerOf(auth.POST('/v1/webhook', { params: { header }, body: { url } }))
            }
          />
        </Allowed>
        <Allowed to="testWebhook">
          <SendTest />
        </Allowed>
      </div>
    </Page>
  );
}
