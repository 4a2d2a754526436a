import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { feeConfigsQuery, linkedClientIdsQuery, orchestratorQuery } from '../api/queries.ts';
import type { FeeConfig } from '../api/shapes.ts';
import { feeMessages } from '../messages/en-fees.ts';
import { Allowed } from '../ui/allowed.tsx';
import { buttonStyle } from '../ui/button.tsx';
import { SelectField } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Card, Empty } from '../ui/page.tsx';
import { FeeConfigForm } from './fee-config-form.tsx';
import { FeeConfigRow } from './fee-config-row.tsx';

const messages = feeMessages.own;

/** What the account takes as an orchestrator, by default and of single client IDs. */
export function OwnFees(): ReactElement {
  const orchestrator = useQuery(orchestratorQuery);
  return (
    <Card title={messages.title}>
      <Loaded of={orchestrator}>
        {(partner) =>
          partner === null ? (
            <Empty
              title={messages.notPartner}
              text={messages.notPartnerText}
              action={
                <Allowed to="createOrchestrator">
                  <Link to="/orchestrator" className={buttonStyle('secondary')}>
                    {messages.become}
                  </Link>
                </Allowed>
              }
            />
          ) : (
            <Scopes />
          )
        }
      </Loaded>
    </Card>
  );
}

function Scopes(): ReactElement {
  const [clientId, setClientId] = useState('');
  const links = useQuery(linkedClientIdsQuery).data?.links ?? [];
  const scope = clientId === '' ? undefined : clientId;
  const configs = useQuery(feeConfigsQuery(scope));
  return (
    <>
      <p className="mb-4 max-w-prose text-muted">{messages.text}</p>
      {links.length > 0 && (
        <div className="mb-4 max-w-md">
          <SelectField
            label={messages.scope}
            value={clientId}
            options={[
              ['', messages.everyone],
              ...links.map((link) => [link.clientId, link.clientId] as const),
            ]}
            onText={setClientId}
          />
        </div>
      )}
      <Loaded of={configs}>
        {(list) => <Configs key={clientId} list={list} clientId={scope} />}
      </Loaded>
    </>
  );
}

interface ConfigsProps {
  readonly list: readonly FeeConfig[];
  readonly clientId: string | undefined;
}

function Configs({ list, clientId }: ConfigsProps): ReactElement {
  return (
    <>
      {list.length === 0 ? (
        <Empty {...(clientId === undefined ? messages.empty : messages.emptyOverride)} />
      ) : (
        <ul>
          {list.map((config) => (
            <FeeConfigRow key={config.id} config={config} clientId={clientId} />
          ))}
        </ul>
      )}
      <Allowed to="createFeeConfig">
        <h3 className="mt-6 mb-3 font-semibold">{messages.add}</h3>
        <FeeConfigForm clientId={clientId} />
      </Allowed>
    </>
  );
}
