import { type ReactElement, useState } from 'react';
import type { FoundWallet } from '../../wallet/provider.ts';
import { config } from '../config.ts';
import { signInMessages } from '../messages/en-sign-in.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Text } from '../ui/text.tsx';
import { describeFailure } from './describe-failure.ts';
import { signInWithWallet } from './sign-in-with-wallet.ts';
import { useWallets } from './use-wallets.ts';
import type { WalletKind } from './wallets.ts';
import type { Way } from './way.ts';

const messages = signInMessages.wallet;

interface Props extends Way {
  readonly kind: WalletKind;
}

/** A button for each wallet of this browser, and what such a wallet is going to show. */
export function WalletSignIn({ kind, onDone, isBusy, setBusy }: Props): ReactElement {
  const wallets = useWallets(kind);
  const [asked, setAsked] = useState<string>();
  const [text, setText] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const use = async (wallet: FoundWallet) => {
    setBusy(true);
    setAsked(wallet.id);
    setFailure(undefined);
    try {
      await signInWithWallet(wallet, setText);
      await onDone();
    } catch (error) {
      setFailure(describeFailure(error));
    } finally {
      setBusy(false);
      setAsked(undefined);
      setText(undefined);
    }
  };
  if (wallets === undefined) return <p role="status">{messages.searching}</p>;
  return (
    <div className="grid gap-2">
      {wallets.length === 0 && <Notice kind="plain">{messages.none[kind]}</Notice>}
      {wallets.map((wallet) => (
        <Button
          key={wallet.id}
          onClick={() => void use(wallet)}
          disabled={isBusy}
          busy={asked === wallet.id}
          className="justify-start text-left"
        >
          {wallet.icon !== undefined && (
            <img src={wallet.icon} alt="" className="size-6 shrink-0" />
          )}
          {asked === wallet.id ? messages.waiting(wallet.name) : messages.use(wallet.name)}
        </Button>
      ))}
      {config.testWallets.length > 0 && <p className="text-sm text-muted">{messages.testNote}</p>}
      {text !== undefined && <Text title={messages.asked} text={text} />}
      {failure !== undefined && (
        <Notice kind="stop" live>
          {failure}
        </Notice>
      )}
    </div>
  );
}
