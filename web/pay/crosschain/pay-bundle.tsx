import { Component } from 'preact';
import { openApi } from '../../api/client.ts';
import { type Loop, openLoop } from '../../engine/loop.ts';
import { Waiting } from '../../ui/parts.tsx';
import { discoverWallets } from '../../wallet/discover.ts';
import type { FoundWallet } from '../../wallet/provider.ts';
import { whenShown } from '../announced.ts';
import type { Link } from '../link.ts';
import { bundleMessages } from '../messages/en/bundle.ts';
import type { At } from '../page-state.ts';
import type { LaterFrame } from '../parts.tsx';
import { ApartTotals } from './bundle-apart.tsx';
import { type BundleChild, readBlocked, readBundleChildren } from './bundle-children.ts';
import { BundleFollowing, endedTitle, followedChildren } from './bundle-following.tsx';
import { openBundleMemory } from './bundle-memory.ts';
import { BundleScreen, keyOf } from './bundle-screens.tsx';
import {
  type BundleEvent,
  type BundleQuote,
  type BundleState,
  followOf,
  nextBundle,
} from './bundle-state.ts';
import {
  type BundleWorld,
  followBundle,
  followBundleApproval,
  prepareBundle,
  signBundle,
  switchToBundleSource,
} from './bundle-work.ts';
import type { BundlePlan } from './check-bridge-bundle.ts';
import { FOLLOWED } from './route-world.ts';

interface BundleProps {
  readonly state: At<'crosschain'>;
  readonly frame: LaterFrame;
}

interface Shown {
  readonly bundle: BundleState;
  /** The display data that everything is compared with; undefined until it was read. */
  readonly view: unknown;
}

/** Payments that may still arrive, of which this page has warned. */
const warned = new Set<string>();

/** Paying a bundle from another network: one approval, and a route for each child. */
export class Bundle extends Component<BundleProps, Shown> {
  #wallets: readonly FoundWallet[] = [];
  #children: readonly BundleChild[] = [];
  /** What was prepared from a source, so that the choice says what it takes. */
  readonly #read = new Map<string, BundlePlan>();
  readonly #api = openApi(this.props.frame.config);
  readonly #memory = openBundleMemory(this.props.frame.config.token, Date.now);
  readonly #loop: Loop<BundleState, BundleEvent> = openLoop({
    initial: this.#firstState(),
    next: nextBundle,
    show: (bundle) => this.setState({ bundle }),
    startsAnew: isAnew,
    enter: (bundle) => this.#enter(bundle),
  });
  override state: Shown = { bundle: this.#loop.state, view: undefined };

  override componentDidMount(): void {
    discoverWallets((wallets) => {
      this.#wallets = wallets;
    });
    if (this.#loop.state.at === 'following') this.#enter(this.#loop.state);
    else void this.#load();
  }

  /** The title of the document says what the screen says. */
  override componentDidUpdate(): void {
    const { bundle } = this.state;
    const { state, frame } = this.props;
    if (bundle.at !== 'following') return;
    const failed = endedTitle(followedChildren(bundle, this.#followedView()));
    if (failed !== state.failed) frame.dispatch({ ...FOLLOWED, failed });
  }

  override componentWillUnmount(): void {
    this.#loop.dispatch({ type: 'left' });
  }

  #firstState(): BundleState {
    const { follows, payer } = this.props.state;
    const kept = this.#memory.read();
    if (follows || payer === undefined) return followOf(typeof kept === 'object' ? kept.sent : []);
    return kept === 'open' ? { at: 'choose', notice: 'left_open' } : { at: 'choose' };
  }

  /** Reads the bundle whole, and compares it with what the page shows. */
  async #load(): Promise<void> {
    const { state, frame } = this.props;
    const { signal } = this.#loop;
    const answer = await this.#api.view(state.payer?.address);
    if (signal.aborted) return;
    const { status, body } = answer;
    const { link } = state;
    const children = status === 200 ? readBundleChildren(body) : undefined;
    if (children?.every((child) => link === undefined || isShown(child, link)) !== true) {
      frame.dispatch({ type: 'refresh' });
      if (link === undefined) frame.dispatch({ type: 'viewed', answer });
      return;
    }
    this.#children = children;
    this.setState({ view: body });
  }

  #world(): BundleWorld {
    const { state, frame } = this.props;
    return {
      config: frame.config,
      api: this.#api,
      memory: this.#memory,
      children: this.#children,
      isApart: state.link === undefined,
      payer: state.payer,
      provider: (walletId) => this.#wallets.find(({ id }) => id === walletId)?.provider,
      signal: this.#loop.signal,
      dispatch: (event) => this.#loop.dispatch(event),
      dispatchPage: (event) => frame.dispatch(event),
      warned,
    };
  }

  #enter(bundle: BundleState): void {
    const world = this.#world();
    if (bundle.at === 'review') this.#read.set(keyOf(bundle.quote.source), bundle.quote.plan);
    if (bundle.at === 'review' && bundle.opens) void this.#openAnnounced(world, bundle.quote);
    if (bundle.at === 'quoting') void prepareBundle(world, bundle.source);
    if (bundle.at === 'following') {
      world.dispatchPage(FOLLOWED);
      void followBundle(world);
    }
    if (bundle.at !== 'busy') return;
    if (bundle.doing === 'switching') void switchToBundleSource(world, bundle.quote);
    if (bundle.doing === 'signing') void signBundle(world, bundle);
    if (bundle.doing === 'approving') void followBundleApproval(world, bundle.hash);
  }

  /** The one button of the review: the network is switched, or the wallet requested to sign. */
  readonly #go = (): void => {
    const { state: bundle } = this.#loop;
    const { payer } = this.props.state;
    if (bundle.at !== 'review' || payer === undefined) return;
    const isThere = payer.chainId === bundle.quote.source.network.chainId;
    this.#loop.dispatch({ type: 'began', work: { doing: isThere ? 'signing' : 'switching' } });
  };

  /** The wallet opens for what an approval was for, once it was to be read; it is switched to no other network. */
  async #openAnnounced(world: BundleWorld, { source }: BundleQuote): Promise<void> {
    if (!(await whenShown(world.signal))) return;
    const { state: bundle } = this.#loop;
    const isThere = this.props.state.payer?.chainId === source.network.chainId;
    if (isThere && bundle.at === 'review' && bundle.opens && !bundle.isExpired) this.#go();
  }

  readonly #follow = (): void => {
    const { state: bundle } = this.#loop;
    if (bundle.at === 'review') this.#loop.dispatch({ type: 'follow', sent: bundle.sent });
  };

  override render() {
    const { state, frame } = this.props;
    if (state.link !== undefined) return this.#screen();
    const { bundle, view = state.body } = this.state;
    const read = bundle.at === 'following' ? bundle.view : undefined;
    return (
      <>
        <ApartTotals body={read ?? view} frame={frame} />
        {this.#screen()}
      </>
    );
  }

  /** What is known of a bundle that is followed, before it was read again. */
  #followedView(): unknown {
    const { state } = this.props;
    return this.state.view ?? (state.link === undefined ? state.body : undefined);
  }

  #screen() {
    const { state, frame } = this.props;
    const { bundle, view } = this.state;
    const leave = () => frame.dispatch({ type: 'refresh' });
    if (bundle.at === 'following') {
      return <BundleFollowing bundle={bundle} view={this.#followedView()} onLeave={leave} />;
    }
    if (view === undefined || state.payer === undefined) {
      return <Waiting text={bundleMessages.loading} />;
    }
    return (
      <BundleScreen
        bundle={bundle}
        due={this.#children}
        payments={readBlocked(view)}
        payer={state.payer}
        isApart={state.link === undefined}
        read={this.#read}
        frame={frame}
        onPick={(source) => this.#loop.dispatch({ type: 'picked', source })}
        onChoose={() => this.#loop.dispatch({ type: 'choose' })}
        onGo={this.#go}
        onFollow={this.#follow}
        onLeave={leave}
      />
    );
  }
}

/** Whether a child is what the page shows at its place. */
function isShown({ position, link }: BundleChild, shown: Link): boolean {
  const [{ asset, amountUnits, payee }] = link.payments;
  const one = shown.payments[position];
  return (
    shown.networkId === link.networkId &&
    one?.asset.address === asset.address &&
    one?.amountUnits === amountUnits &&
    one?.payee === payee
  );
}

/** Whether the work of a state begins anew, where the one before has the same name. */
function isAnew(before: BundleState, state: BundleState): boolean {
  if (before.at === 'busy' && state.at === 'busy') return before.doing !== state.doing;
  return before.at !== state.at;
}
