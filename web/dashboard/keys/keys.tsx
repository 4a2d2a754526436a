import type { ReactElement } from 'react';
import { keyMessages as messages } from '../messages/en-keys.ts';
import { NeedsWallet } from '../ui/needs-wallet.tsx';
import { Card, Page } from '../ui/page.tsx';
import { ApiKeys } from './api-keys.tsx';
import { ClientIds } from './client-ids.tsx';

/** The credentials of the account; client IDs for the session of a wallet only. */
export function Keys(): ReactElement {
  return (
    <Page title={messages.title} lead={messages.lead}>
      <ApiKeys />
      <Card title={messages.clientIds.title}>
        <p className="mb-4 max-w-prose text-muted">{messages.clientIds.text}</p>
        <NeedsWallet>
          <ClientIds />
        </NeedsWallet>
      </Card>
    </Page>
  );
}
