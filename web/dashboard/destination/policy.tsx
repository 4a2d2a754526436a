import { type ReactElement, useState } from 'react';
import type { PayeeDestination } from '../api/shapes.ts';
import { destinationMessages } from '../messages/en-destination.ts';
import { Allowed } from '../ui/allowed.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { CheckField, SelectField } from '../ui/field.tsx';
import { Sentences } from '../ui/sentences.tsx';
import { describePolicy, describeTarget } from './describe.ts';
import { useSetDestination } from './use-set-destination.ts';

const messages = destinationMessages.policy;

type AccessPolicy = NonNullable<PayeeDestination['accessPolicy']>;

const OPEN: AccessPolicy = {
  mode: 'off',
  screeningProvider: null,
  hideUntilApproved: false,
  hidePayeeAddress: false,
};

/** Who may pay to a destination and what payers see, in sentences, and the form that changes it. */
export function Policy({ destination }: { readonly destination: PayeeDestination }): ReactElement {
  const [isChanging, setChanging] = useState(false);
  return (
    <>
      <h2 className="mt-4 font-semibold">{messages.title}</h2>
      <Sentences texts={describePolicy(destination.accessPolicy)} />
      {isChanging ? (
        <PolicyForm destination={destination} onDone={() => setChanging(false)} />
      ) : (
        <Allowed to="updatePayeeDestination">
          <Button className="mt-3" onClick={() => setChanging(true)}>
            {messages.change}
          </Button>
        </Allowed>
      )}
    </>
  );
}

interface FormProps {
  readonly destination: PayeeDestination;
  readonly onDone: () => void;
}

function PolicyForm({ destination, onDone }: FormProps): ReactElement {
  const [draft, setDraft] = useState<AccessPolicy>(destination.accessPolicy ?? OPEN);
  const set = useSetDestination();
  const { walletAddress, tokenAddress, chainId } = destination;
  const save = async () => {
    const target = { walletAddress, tokenAddress, chainId };
    await set.mutateAsync({ ...target, call: 'update', accessPolicy: draft });
    onDone();
  };
  return (
    <div className="mt-3 grid max-w-md gap-3">
      <ModeFields draft={draft} onDraft={setDraft} />
      <CheckField
        label={messages.hideUntilApproved}
        hint={messages.hideUntilApprovedHint}
        isChecked={draft.hideUntilApproved}
        onCheck={(hideUntilApproved) => setDraft({ ...draft, hideUntilApproved })}
      />
      <CheckField
        label={messages.hidePayeeAddress}
        hint={messages.hidePayeeAddressHint}
        isChecked={draft.hidePayeeAddress}
        onCheck={(hidePayeeAddress) => setDraft({ ...draft, hidePayeeAddress })}
      />
      <p className="text-sm text-muted">{messages.allowlistHint}</p>
      <div className="flex flex-wrap gap-2">
        <Confirm
          label={messages.save}
          kind="primary"
          title={messages.confirmTitle}
          text={
            <Sentences
              texts={[
                messages.confirm(describeTarget(destination)),
                ...describePolicy(draft),
                messages.stays,
              ]}
            />
          }
          onConfirm={save}
          isBusy={set.isPending}
          error={set.error}
        />
        <Button onClick={onDone}>{messages.cancel}</Button>
      </div>
    </div>
  );
}

interface ModeProps {
  readonly draft: AccessPolicy;
  readonly onDraft: (draft: AccessPolicy) => void;
}

function ModeFields({ draft, onDraft }: ModeProps): ReactElement {
  const { mode, screeningProvider } = draft;
  const { vendors } = destinationMessages;
  const vendorOf = (id: string) => vendors.find(([vendor]) => vendor === id)?.[0];
  return (
    <>
      <SelectField
        label={messages.modes.label}
        value={mode}
        options={[
          ['off', messages.modes.off],
          ['kyt_all_wallets', messages.modes.kyt_all_wallets],
        ]}
        onText={(next) =>
          onDraft(
            next === 'off'
              ? { ...draft, mode: 'off', screeningProvider: null }
              : { ...draft, mode: 'kyt_all_wallets', screeningProvider: vendors[0][0] },
          )
        }
      />
      {mode === 'kyt_all_wallets' && (
        <SelectField
          label={messages.vendor}
          hint={messages.vendorHint}
          value={screeningProvider ?? ''}
          options={vendors}
          onText={(id) => onDraft({ ...draft, screeningProvider: vendorOf(id) ?? null })}
        />
      )}
    </>
  );
}
