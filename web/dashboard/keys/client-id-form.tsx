import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { ApiError } from '../api/client.ts';
import { destinationsQuery } from '../api/queries.ts';
import { config } from '../config.ts';
import { keyMessages } from '../messages/en-keys.ts';
import { AreaField, CheckField, SelectField, TextField } from '../ui/field.tsx';
import { Refused } from '../ui/page-error.tsx';
import type { ClientIdDraft } from './client-id-draft.ts';

const messages = keyMessages.clientIds;

interface Props {
  readonly draft: ClientIdDraft;
  readonly onDraft: (draft: ClientIdDraft) => void;
  readonly error: Error | null;
}

/** The fields of a new client ID and of a changed one. */
export function ClientIdForm({ draft, onDraft, error }: Props): ReactElement {
  const problem = (field: string) =>
    error instanceof ApiError ? error.fields.get(field) : undefined;
  return (
    <>
      <TextField
        label={messages.label}
        problem={problem('label')}
        required
        maxLength={100}
        value={draft.label}
        onText={(label) => onDraft({ ...draft, label })}
      />
      <AreaField
        label={messages.domains}
        hint={messages.domainsHint}
        problem={problem('allowedDomains')}
        value={draft.domains}
        onText={(domains) => onDraft({ ...draft, domains })}
      />
      <DestinationField draft={draft} onDraft={onDraft} />
      <div className="grid items-start gap-3 sm:grid-cols-[8rem_1fr]">
        <TextField
          label={messages.fee}
          problem={problem('feePercentage')}
          inputMode="decimal"
          autoComplete="off"
          maxLength={6}
          value={draft.feePercentage}
          onText={(feePercentage) => onDraft({ ...draft, feePercentage })}
        />
        <TextField
          label={messages.feeAddress}
          problem={problem('feeAddress')}
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          value={draft.feeAddress}
          onText={(feeAddress) => onDraft({ ...draft, feeAddress })}
        />
      </div>
      <p className="text-sm text-muted">{messages.feeHint}</p>
      <CheckField
        label={messages.anyPayee}
        hint={messages.anyPayeeHint}
        isChecked={draft.canPayAnyPayee}
        onCheck={(canPayAnyPayee) => onDraft({ ...draft, canPayAnyPayee })}
      />
      <Refused error={error} />
    </>
  );
}

function DestinationField({ draft, onDraft }: Omit<Props, 'error'>): ReactElement {
  const { data } = useQuery(destinationsQuery);
  const active = (data?.destinations ?? []).filter((one) => one.active);
  const bound = draft.payeeDestinationId;
  const isListed = bound === '' || active.some(({ destinationId }) => destinationId === bound);
  return (
    <SelectField
      label={messages.destination}
      hint={messages.destinationHint}
      value={bound}
      options={[
        ['', messages.noDestination],
        ...(isListed ? [] : [[bound, messages.endedDestination(bound)] as const]),
        ...active.map((one) => [one.destinationId, describe(one)] as const),
      ]}
      onText={(payeeDestinationId) => onDraft({ ...draft, payeeDestinationId })}
    />
  );
}

function describe({
  walletAddress,
  chainId,
}: {
  readonly walletAddress: string;
  readonly chainId: number;
}): string {
  const network = config.networks.find((one) => one.chainId === chainId);
  return messages.onNetwork(walletAddress, network?.name ?? String(chainId));
}
