import { Component } from 'preact';
import { Address, Secondary } from '../../ui/parts.tsx';
import { discoverWallets } from '../../wallet/discover.ts';
import { type FoundWallet, TEST_WALLET_ID } from '../../wallet/provider.ts';
import { LAST_WALLET_KEY, readKept } from '../kept.ts';
import { allowancesMessages as messages } from '../messages/en/allowances.ts';
import type { At } from '../page-state.ts';
import { type LaterFrame, money } from '../parts.tsx';
import { type ExcessAllowance, isAnyAmount } from './excess.ts';
import { type Owner, readExcess, revoke } from './revoke.ts';

interface Props {
  readonly state: At<'review' | 'done'>;
  readonly frame: LaterFrame;
}

interface Shown {
  readonly excess: readonly ExcessAllowance[];
  /** What goes on, or how it ended. */
  readonly notice: string | undefined;
  readonly isBusy: boolean;
}

/** What contracts may take of the payer's tokens beyond this payment, each with the button that ends it. */
export class ExcessAllowances extends Component<Props, Shown> {
  override state: Shown = { excess: [], notice: undefined, isBusy: false };
  readonly #left = new AbortController();
  #wallets: readonly FoundWallet[] = [];
  #owner: Owner | undefined;
  /** For whom, and on which chain their wallet stood. */
  #read: string | undefined;

  override componentDidMount(): void {
    discoverWallets((wallets) => {
      this.#wallets = wallets;
      void this.#find();
    });
  }

  override componentDidUpdate(): void {
    void this.#find();
  }

  override componentWillUnmount(): void {
    this.#left.abort();
  }

  /** Reads once for each account, and again when its wallet has come to another chain. */
  async #find(): Promise<void> {
    const { state } = this.props;
    const asked = state.at === 'review' ? state.payer.wallet.id : readKept(LAST_WALLET_KEY);
    const provider = this.#wallets.find((wallet) => wallet.id === asked)?.provider;
    const key = `${asked} ${state.at === 'review' ? `${state.payer.address} ${state.payer.chainId}` : ''}`;
    if (provider === undefined || this.#read === key || !this.#mayRequest(asked)) return;
    this.#read = key;
    const owner = await this.#ownerOf(provider);
    if (owner === undefined) return;
    const plan = state.at === 'review' ? state.plan : undefined;
    const excess = await readExcess(owner, plan).catch(() => []);
    if (this.#left.signal.aborted || this.#read !== key) return;
    this.#owner = owner;
    this.setState({ excess });
  }

  /** As on the whole page: in the sandbox a real wallet only on a test network. */
  #mayRequest(walletId = ''): boolean {
    const { state, frame } = this.props;
    const isTest = state.link?.network.testnet === true;
    return isTest || frame.config.mode !== 'sandbox' || walletId.startsWith(TEST_WALLET_ID);
  }

  async #ownerOf(provider: Owner['provider']): Promise<Owner | undefined> {
    const { state, frame } = this.props;
    const { link } = state;
    const { config } = frame;
    if (link === undefined) return undefined;
    if (state.at === 'review') return { config, link, provider, address: state.payer.address };
    const evm = await import('../../wallet/evm.ts');
    // No window opens for this: a wallet that is not connected any more stays so.
    const account = await evm.reconnect(provider);
    return account && { config, link, provider, address: account.address };
  }

  async #revoke(one: ExcessAllowance): Promise<void> {
    const owner = this.#owner;
    const { state, frame } = this.props;
    const { signal } = this.#left;
    if (owner === undefined || this.state.isBusy) return;
    this.setState({ isBusy: true, notice: messages.asking });
    const problem = await revoke(owner, one, {
      signal,
      onSent: () => {
        // Its network fee is gone, whatever becomes of the payment.
        if (state.at === 'review') frame.dispatch({ type: 'spent', spent: 'fees' });
        this.setState({ notice: messages.waiting });
      },
    });
    if (signal.aborted) return;
    const { excess } = this.state;
    this.setState({
      isBusy: false,
      notice: problem ?? messages.revoked(one.asset.symbol),
      excess: problem === undefined ? excess.filter((other) => other !== one) : excess,
    });
    // What is signed next begins with an approval now.
    if (problem === undefined && state.at === 'review') frame.dispatch({ type: 'refresh' });
  }

  override render() {
    const { state } = this.props;
    const { excess, notice, isBusy } = this.state;
    if (excess.length === 0 && notice === undefined) return null;
    return (
      <div class="signed">
        <h3>{messages.title}</h3>
        {excess.map((one) => (
          <div key={`${one.asset.address}${one.spender}`}>
            <p>
              {textOf(one)} {one.dueUnits > 0n && messages.due(dueText(one))}
            </p>
            <p class="fine">
              {messages.contract} <Address address={one.spender} />
            </p>
            {!isBusy && (
              <>
                <Secondary onClick={() => void this.#revoke(one)}>
                  {messages.button(one.asset.symbol)}
                </Secondary>
                <p class="fine after">{state.at === 'review' ? messages.before : messages.after}</p>
              </>
            )}
          </div>
        ))}
        {notice && (
          <p class="notice" role="status">
            {notice}
          </p>
        )}
      </div>
    );
  }
}

function textOf({ asset, units }: ExcessAllowance): string {
  return isAnyAmount(units)
    ? messages.textAny(asset.symbol)
    : messages.text(money({ asset, units }));
}

function dueText({ asset, dueUnits }: ExcessAllowance): string {
  return money({ asset, units: dueUnits });
}
