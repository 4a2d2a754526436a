import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import type { PayeeDestination } from '../api/shapes.ts';
import { destinationMessages } from '../messages/en-destination.ts';
import { sessionQuery } from '../session/session.ts';
import { Confirm } from '../ui/confirm.tsx';
import { SelectField } from '../ui/field.tsx';
import { Card } from '../ui/page.tsx';
import { Sentences } from '../ui/sentences.tsx';
import { describePlan } from './describe.ts';
import { planDestination, type Target } from './plan.ts';
import { isWrittenFor, PAY_NETWORKS, tokensOf } from './tokens.ts';
import { useSetDestination } from './use-set-destination.ts';
import { WalletFields } from './wallet-fields.tsx';

const messages = destinationMessages.form;

interface Props {
  readonly destinations: readonly PayeeDestination[];
  readonly isFirst: boolean;
}

/** Another network, token or wallet; what it does is read back before it is done. */
export function ChangeForm({ destinations, isFirst }: Props): ReactElement {
  const { data: session } = useQuery(sessionQuery);
  const own = session?.walletAddress ?? '';
  const [networkId, setNetwork] = useState(
    () => (PAY_NETWORKS.find(({ id }) => isWrittenFor(id, own)) ?? PAY_NETWORKS[0])?.id ?? '',
  );
  const [chosen, setToken] = useState('');
  // Undefined is the wallet that signed in.
  const [other, setOther] = useState<string>();
  const network = PAY_NETWORKS.find(({ id }) => id === networkId);
  const tokens = tokensOf(networkId);
  const token = tokens.find(({ id }) => id === chosen) ?? tokens[0];
  const wallet = other === undefined && isWrittenFor(networkId, own) ? own : (other ?? '').trim();
  return (
    <Card title={isFirst ? messages.first : messages.change}>
      <div className="grid max-w-md gap-3">
        <SelectField
          label={messages.network}
          value={networkId}
          options={PAY_NETWORKS.map(({ id, name }) => [id, name] as const)}
          onText={setNetwork}
        />
        <SelectField
          label={messages.token}
          value={token?.id ?? ''}
          options={tokens.map(({ id, symbol }) => [id, symbol] as const)}
          onText={setToken}
        />
        {network !== undefined && <WalletFields {...{ network, own, other }} onOther={setOther} />}
        {network !== undefined && token !== undefined && (
          <Submit
            target={{
              walletAddress: wallet,
              tokenAddress: token.address,
              chainId: network.chainId,
            }}
            isComplete={isWrittenFor(networkId, wallet)}
            destinations={destinations}
            sessionWallet={own}
          />
        )}
      </div>
    </Card>
  );
}

interface SubmitProps extends Pick<Props, 'destinations'> {
  readonly target: Target;
  readonly isComplete: boolean;
  readonly sessionWallet: string;
}

function Submit({ target, isComplete, destinations, sessionWallet }: SubmitProps): ReactElement {
  const set = useSetDestination();
  const plan = planDestination(target, { destinations, sessionWallet });
  if (plan.isAlready) return <p className="text-muted">{messages.already}</p>;
  return (
    <div>
      <Confirm
        label={messages.submit}
        title={messages.confirmTitle}
        text={<Sentences texts={describePlan(target, plan)} />}
        isDisabled={!isComplete}
        onConfirm={() => set.mutateAsync({ ...target, call: plan.call })}
        isBusy={set.isPending}
        error={set.error}
      />
    </div>
  );
}
