import { Component } from 'preact';
import { openApi } from '../../api/client.ts';
import { discoverWallets } from '../../wallet/discover.ts';
import { type FoundWallet, TEST_WALLET_ID } from '../../wallet/provider.ts';
import { expectsPayment } from '../expected/expects-payment.ts';
import type { At } from '../page-state.ts';
import type { LaterFrame } from '../parts.tsx';
import { type FeesEvent, type FeesState, nextFees } from './fees-state.ts';
import type { FeesWorld } from './fees-world.ts';
import { dropFees, followFees } from './follow-fees.ts';
import { connectForFees, goOnWithFees } from './pay-unpaid.ts';
import { UnpaidScreen } from './screen.tsx';
import { openFeesMemory } from './sent-fees.ts';
import {
  areOfTron,
  listedFees,
  readUnpaidFees,
  type UnpaidFees,
  type UnpaidProblem,
} from './unpaid-fees.ts';

interface UnpaidProps {
  readonly state: At<'done'>;
  readonly frame: LaterFrame;
}

interface UnpaidState {
  readonly fees: FeesState;
  /** Undefined during the search. */
  readonly wallets: readonly FoundWallet[] | undefined;
}

/** The fees that a completed link was paid without, and the way to pay exactly those. */
export class Unpaid extends Component<UnpaidProps, UnpaidState> {
  override state: UnpaidState = { fees: { at: 'listed' }, wallets: undefined };
  readonly #left = new AbortController();
  #world: FeesWorld | undefined;
  #fees: FeesState = { at: 'listed' };

  override componentDidMount(): void {
    this.#begin();
  }

  override componentDidUpdate(): void {
    this.#begin();
  }

  override componentWillUnmount(): void {
    this.#left.abort();
  }

  /** Searches wallets, and fees that were sent before; only where something is unpaid. */
  #begin(): void {
    const { state } = this.props;
    if (this.#world !== undefined || listedFees(state.unpaidFees).length === 0) return;
    const world = this.#open();
    this.#world = world;
    const kept = world.memory.read();
    if (kept === 'asking') this.#dispatch({ type: 'stopped', notice: 'left_open' });
    if (typeof kept === 'object') {
      this.#dispatch({ type: 'sent', sent: kept });
      void followFees(world, kept);
    }
    void this.#search();
  }

  /** Searches the wallets of the network; those of Tron are not found as the others are, and its row is loaded. */
  async #search(): Promise<void> {
    const { state, frame } = this.props;
    const onWallets = (wallets: readonly FoundWallet[]) => this.setState({ wallets });
    if (!areOfTron(state.unpaidFees)) {
      discoverWallets(onWallets);
      return;
    }
    const { testWallets = [] } = frame.config;
    await import('../../wallet/tron/tron-network.ts');
    const { findTronWallets } = await import('../../wallet/tron/find-tron-wallets.ts');
    await findTronWallets(testWallets, onWallets);
    // What is listed is named by the network's own row.
    this.forceUpdate();
  }

  #open(): FeesWorld {
    const { frame } = this.props;
    const { config } = frame;
    return {
      config,
      api: openApi(config),
      memory: openFeesMemory(config.token),
      signal: this.#left.signal,
      provider: (walletId) => this.state.wallets?.find(({ id }) => id === walletId)?.provider,
      state: () => this.#fees,
      dispatch: (event) => this.#dispatch(event),
      dispatchPage: (answer) => frame.dispatch({ type: 'viewed', answer }),
      reportPaid: (fees) => frame.dispatch({ type: 'fees_known', fees }),
    };
  }

  #dispatch(event: FeesEvent): void {
    this.#fees = nextFees(this.#fees, event);
    this.setState({ fees: this.#fees });
  }

  override render() {
    const { state, frame } = this.props;
    const { fees, wallets } = this.state;
    const world = this.#world;
    const listed = listedFees(state.unpaidFees);
    if (listed.length === 0 && fees.at !== 'sent') return null;
    const unpaid = readUnpaidFees(state.unpaidFees);
    // As on the whole page: in the sandbox a real wallet only on a test network.
    const isTest = typeof unpaid === 'object' && unpaid.network.testnet;
    const testOnly = frame.config.mode === 'sandbox' && !isTest;
    return (
      <UnpaidScreen
        listed={listed}
        problem={problemOf(frame, unpaid)}
        fees={fees}
        wallets={wallets?.filter(({ id }) => !testOnly || id.startsWith(TEST_WALLET_ID))}
        frame={frame}
        onPick={(wallet) => world && void connectForFees(world, wallet)}
        onGo={(due) => world && void goOnWithFees(world, due)}
        onDropped={(sent) => world && dropFees(world, sent)}
      />
    );
  }
}

/** Why fees are not paid here. A tab that was opened for a payment signs nothing that cannot be compared with it. */
function problemOf({ config }: LaterFrame, unpaid: UnpaidFees | UnpaidProblem) {
  if (expectsPayment(config.token)) return 'uncompared' as const;
  return typeof unpaid === 'string' ? unpaid : undefined;
}
