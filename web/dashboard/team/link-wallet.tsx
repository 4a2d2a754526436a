import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import type { FoundWallet } from '../../wallet/provider.ts';
import { config } from '../config.ts';
import { signInMessages } from '../messages/en-sign-in.ts';
import { teamMessages } from '../messages/en-team.ts';
import { readSession, sessionQuery } from '../session/session.ts';
import { describeFailure } from '../sign-in/describe-failure.ts';
import { useWallets } from '../sign-in/use-wallets.ts';
import { WalletKindChoice } from '../sign-in/wallet-kind-choice.tsx';
import type { WalletKind } from '../sign-in/wallets.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { signLink } from './sign-link.ts';

const messages = teamMessages.logins;

interface Props {
  /** Whether a wallet has signed this session. */
  readonly byWallet: boolean;
  /** Whether the person has a linked wallet. */
  readonly hasWallet: boolean;
}

/** Linking a wallet of this browser, or signing with one that is linked. */
export function LinkWallet({ byWallet, hasWallet }: Props): ReactElement {
  const queries = useQueryClient();
  const { data: session } = useQuery(sessionQuery);
  const [kind, setKind] = useState<WalletKind>('evm');
  const [password, setPassword] = useState('');
  const isStepUp = hasWallet && !byWallet;
  const needsPassword = !hasWallet && !byWallet;
  const link = useMutation({
    mutationFn: (wallet: FoundWallet) =>
      signLink(wallet, {
        login: session?.walletAddress ?? session?.email ?? '',
        password: needsPassword ? password : undefined,
      }),
    onSuccess: async () => {
      setPassword('');
      queries.setQueryData(sessionQuery.queryKey, await readSession());
      await queries.invalidateQueries();
    },
  });
  return (
    <div className="mt-4 grid max-w-md gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">{isStepUp ? messages.stepUp : messages.link}</h3>
      <p className="text-muted">{isStepUp ? messages.stepUpText : messages.linkText}</p>
      {needsPassword && (
        <TextField
          label={messages.password}
          hint={messages.passwordHint}
          type="password"
          autoComplete="current-password"
          value={password}
          onText={setPassword}
        />
      )}
      <WalletKindChoice kind={kind} onKind={setKind} isBusy={link.isPending} />
      <Wallets
        kind={kind}
        label={isStepUp ? messages.sign : messages.use}
        onUse={(wallet) => link.mutate(wallet)}
        asked={link.isPending ? link.variables : undefined}
        isDisabled={link.isPending || (needsPassword && password === '')}
      />
      {link.error !== null && (
        <Notice kind="stop" live>
          {describeFailure(link.error)}
        </Notice>
      )}
    </div>
  );
}

interface WalletsProps {
  readonly kind: WalletKind;
  readonly label: (name: string) => string;
  readonly onUse: (wallet: FoundWallet) => void;
  /** The one that has to answer now. */
  readonly asked: FoundWallet | undefined;
  readonly isDisabled: boolean;
}

/** A button for each wallet of this browser. */
function Wallets({ kind, label, onUse, asked, isDisabled }: WalletsProps): ReactElement {
  const wallets = useWallets(kind);
  if (wallets === undefined) return <p role="status">{signInMessages.wallet.searching}</p>;
  return (
    <div className="grid gap-2">
      {wallets.length === 0 && <Notice kind="plain">{messages.none[kind]}</Notice>}
      {wallets.map((wallet) => (
        <Button
          key={wallet.id}
          onClick={() => onUse(wallet)}
          disabled={isDisabled}
          busy={asked === wallet}
          className="justify-start text-left"
        >
          {wallet.icon !== undefined && (
            <img src={wallet.icon} alt="" className="size-6 shrink-0" />
          )}
          {asked === wallet ? signInMessages.wallet.waiting(wallet.name) : label(wallet.name)}
        </Button>
      ))}
      {config.testWallets.length > 0 && (
        <p className="text-sm text-muted">{signInMessages.wallet.testNote}</p>
      )}
    </div>
  );
}
