interface WalletListProps<Wallet> {
  /** The first one is offered first. */
  readonly wallets: readonly Wallet[] | undefined;
  /** What a button says, by the name of its wallet. */
  readonly use: (name: string) => string;
  readonly onPick: (wallet: Wallet) => void;
}

interface ListedWallet {
  readonly id: string;
  readonly name: string;
  readonly icon: string | undefined;
}

/** The wallets of this browser, each a button. */
export function WalletList<Wallet extends ListedWallet>(props: WalletListProps<Wallet>) {
  return (
    <ul class="wallets">
      {props.wallets?.map((wallet, at) => (
        <li key={wallet.id}>
          <button
            type="button"
            class={at === 0 ? 'primary wallet' : 'secondary wallet'}
            onClick={() => props.onPick(wallet)}
          >
            {wallet.icon !== undefined && <img src={wallet.icon} alt="" width="28" height="28" />}
            <span>{props.use(wallet.name)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
