import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { bankPayoutMessages } from '../messages/en-bank-payouts.ts';
import { payersMessages } from '../messages/en-payers.ts';
import { buttonStyle } from '../ui/button.tsx';
import { Code } from '../ui/copy.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Notice } from '../ui/notice.tsx';
import { Card, Page, Properties } from '../ui/page.tsx';
import { Accounts } from './accounts.tsx';
import { Agreement } from './agreement.tsx';
import { ForFinance } from './for-finance.tsx';
import { IdentityCheck } from './identity-check.tsx';
import { AgreementBadge, KycBadge } from './payer-badges.tsx';
import { accountsQuery, type PayerStatus, payerQuery } from './queries.ts';

const route = getRouteApi('/payouts/payers/$clientUserId');
const messages = payersMessages.payer;

/** One payer: where it stands, what is to be handed over, and its bank accounts. */
export function Payer(): ReactElement {
  const { clientUserId } = route.useParams();
  return (
    <Page
      title={plainText(clientUserId)}
      actions={
        <Link to="/payouts/payers" search={{}} className={buttonStyle('secondary')}>
          {messages.back}
        </Link>
      }
    >
      <ForFinance>
        <Status clientUserId={clientUserId} />
      </ForFinance>
    </Page>
  );
}

function Status({ clientUserId }: { readonly clientUserId: string }): ReactElement {
  const payer = useQuery(payerQuery(clientUserId));
  return (
    <Loaded of={payer}>
      {(data) => (
        <>
          <Ready {...data} />
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <Card title={messages.status}>
              <Properties
                rows={[
                  [messages.identity, <KycBadge key="identity" status={data.kycStatus} />],
                  [
                    messages.agreement,
                    <AgreementBadge key="agreement" status={data.agreementStatus} />,
                  ],
                  [messages.id, <Code key="id" text={data.userId} what={messages.idWhat} />],
                ]}
              />
              <Agreement clientUserId={clientUserId} payer={data} />
            </Card>
            <IdentityCheck clientUserId={clientUserId} payer={data} />
          </div>
          {data.isCompliant && <PayOut clientUserId={clientUserId} />}
          <Accounts clientUserId={clientUserId} isCompliant={data.isCompliant} />
        </>
      )}
    </Loaded>
  );
}

/** The way to pay, where an account is approved. */
function PayOut({ clientUserId }: { readonly clientUserId: string }): ReactElement | null {
  const { data } = useQuery(accountsQuery(clientUserId));
  if (data?.paymentDetails.some(({ status }) => status === 'approved') !== true) return null;
  return (
    <Link
      to="/payouts/payers/$clientUserId/pay"
      params={{ clientUserId }}
      className={`${buttonStyle('primary')} justify-self-start`}
    >
      {bankPayoutMessages.start}
    </Link>
  );
}

/** Whether money can be sent to this payer, before anything else. */
function Ready({ isCompliant, kycStatus }: PayerStatus): ReactElement {
  if (isCompliant) return <Notice kind="good">{messages.ready}</Notice>;
  if (kycStatus === 'rejected') return <Notice kind="stop">{messages.rejected}</Notice>;
  return <Notice kind="warn">{messages.waiting}</Notice>;
}
