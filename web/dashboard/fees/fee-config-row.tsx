import { type ReactElement, useState } from 'react';
import { answerOf, api } from '../api/client.ts';
import type { FeeConfig } from '../api/shapes.ts';
import { useChange } from '../api/use-change.ts';
import { feeMessages } from '../messages/en-fees.ts';
import { Allowed } from '../ui/allowed.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Code } from '../ui/copy.tsx';
import { Refused } from '../ui/page-error.tsx';
import { FeeConfigForm } from './fee-config-form.tsx';
import { writePercent } from './percent.ts';

const messages = feeMessages.own;

interface Props {
  readonly config: FeeConfig;
  /** Whose override it is; undefined is the default. */
  readonly clientId: string | undefined;
}

/** A fee with what it takes of what, and its change and end. */
export function FeeConfigRow({ config, clientId }: Props): ReactElement {
  const [isChanging, setChanging] = useState(false);
  const { bps, usdCap, flow, feeBearer, status } = config;
  const cap = usdCap === null ? messages.noCap : messages.cap(usdCap);
  return (
    <li className="grid gap-2 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        {messages.flows[flow]}: {writePercent(bps)} %, {cap}
        <Badge kind={status === 'active' ? 'good' : 'plain'}>{messages.statuses[status]}</Badge>
      </p>
      <p className="text-muted">{messages.bearers[feeBearer]}</p>
      <Receiver network={messages.toEvm} address={config.evmRecipientAddress} />
      <Receiver network={messages.toTron} address={config.tronRecipientAddress} />
      {isChanging ? (
        <FeeConfigForm clientId={clientId} config={config} onDone={() => setChanging(false)} />
      ) : (
        <Allowed to="updateFeeConfig">
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setChanging(true)}>{messages.change}</Button>
            <Switch config={config} clientId={clientId} />
          </div>
        </Allowed>
      )}
    </li>
  );
}

function Receiver({
  network,
  address,
}: {
  readonly network: string;
  readonly address: string | null;
}): ReactElement {
  return (
    <p className="text-sm text-muted">
      {network}: {address === null ? messages.nobody : <Code text={address} what={messages.evm} />}
    </p>
  );
}

function Switch({ config: { id, status }, clientId }: Props): ReactElement {
  const named = clientId !== undefined && { clientId };
  const set = useChange(
    (header, next: FeeConfig['status']) =>
      next === 'active'
        ? answerOf(
            api.PATCH('/v2/orchestrators/fee-configs/{id}', {
              params: { path: { id }, header },
              body: { status: next, ...named },
            }),
          )
        : answerOf(
            api.DELETE('/v2/orchestrators/fee-configs/{id}', {
              params: { path: { id }, header, query: { ...named } },
            }),
          ),
    ['fee-configs'],
  );
  if (status === 'active') {
    return (
      <Confirm
        label={messages.switchOff}
        title={messages.switchOffTitle}
        text={clientId === undefined ? messages.switchOffText : messages.switchOffOverride}
        onConfirm={() => set.mutateAsync('disabled')}
        isBusy={set.isPending}
        error={set.error}
      />
    );
  }
  return (
    <>
      <Button onClick={() => set.mutate('active')} busy={set.isPending}>
        {messages.switchOn}
      </Button>
      <Refused error={set.error} />
    </>
  );
}
