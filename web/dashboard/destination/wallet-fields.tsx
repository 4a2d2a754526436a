import type { ReactElement } from 'react';
import { destinationMessages } from '../messages/en-destination.ts';
import { SelectField, TextField } from '../ui/field.tsx';
import { isWrittenFor } from './tokens.ts';

const messages = destinationMessages.form;

interface Props {
  readonly network: { readonly id: string; readonly name: string };
  /** The wallet that signed in. */
  readonly own: string;
  /** What is written of another wallet; undefined is one's own. */
  readonly other: string | undefined;
  readonly onOther: (other: string | undefined) => void;
}

/** Whose wallet is paid: one's own, where it has an address on the network, or another. */
export function WalletFields({ network, own, other, onOther }: Props): ReactElement {
  const isOwnThere = isWrittenFor(network.id, own);
  const written = (other ?? '').trim();
  const isWrong = written !== '' && !isWrittenFor(network.id, written);
  const hint = messages.addressHint(network.name);
  return (
    <>
      {isOwnThere && (
        <SelectField
          label={messages.wallet}
          value={other === undefined ? 'own' : 'other'}
          options={[
            ['own', messages.ownWallet(shorten(own))],
            ['other', messages.otherWallet],
          ]}
          onText={(which) => onOther(which === 'other' ? '' : undefined)}
        />
      )}
      {(!isOwnThere || other !== undefined) && (
        <TextField
          label={messages.address}
          hint={isOwnThere ? hint : `${messages.ownElsewhere(network.name)} ${hint}`}
          problem={isWrong ? messages.addressProblem(network.name) : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={other ?? ''}
          onText={onOther}
        />
      )}
    </>
  );
}

const ENDS = 6;

function shorten(address: string): string {
  return `${address.slice(0, ENDS)}…${address.slice(-ENDS)}`;
}
