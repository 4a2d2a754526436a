import { Component } from 'preact';
import { openApi } from '../../api/client.ts';
import { openRoutesApi } from '../../api/routes.ts';
import { type Loop, openLoop, runLater } from '../../engine/loop.ts';
import type { FoundWallet } from '../../wallet/provider.ts';
import { whenShown } from '../announced.ts';
import { openMemory } from '../memory.ts';
import type { Executed } from '../own-proposal.ts';
import type { LinkElsewhere } from '../page-state.ts';
import type { LaterFrame } from '../parts.tsx';
import { followRoute } from './follow-route.ts';
import { Following, failedTitle } from './following.tsx';
import { findPayingWallet, findPayingWallets, findSafePayer } from './paying-wallet.ts';
import { loadOptions, prepareRoute, refreshRoute } from './quote-route.ts';
import { followOf, nextRoute, type RouteEvent, type RouteState } from './route-state.ts';
import { FOLLOWED, type RouteWorld } from './route-world.ts';
import type { SafePayer } from './safe-payer.ts';
import { RouteScreen } from './screens.tsx';
import { openRouteMemory } from './sent-route.ts';
import { followRouteApproval, signRoute, switchToSource, withPriceChange } from './sign-route.ts';

interface CrosschainProps {
  readonly state: LinkElsewhere;
  readonly frame: LaterFrame;
}

type Reviewed = Extract<RouteState, { at: 'review' }>;

/** So often a price is refreshed by itself; somebody who reads for longer presses a button. */
const REFRESHES_MAX = 5;

/** Payments that may still arrive, of which this page has warned. */
const warned = new Set<string>();

/** Paying from another network, from the choice of a token to the end of the payment. */
export class Crosschain extends Component<CrosschainProps, { readonly route: RouteState }> {
  #wallets: readonly FoundWallet[] = [];
  #refreshes = 0;
  #safe: SafePayer | undefined;
  readonly #memory = openRouteMemory(this.props.frame.config.token);
  readonly #loop: Loop<RouteState, RouteEvent> = openLoop({
    initial: this.#firstState(),
    next: nextRoute,
    show: (route) => this.setState({ route }),
    startsAnew: isAnew,
    enter: (route) => this.#enter(route),
  });
  override state = { route: this.#loop.state };

  override componentDidMount(): void {
    findPayingWallets((wallets) => {
      this.#wallets = wallets;
    });
    this.#enter(this.#loop.state);
  }

  /** The title of the document says what the screen says. */
  override componentDidUpdate(): void {
    const { route } = this.state;
    const { state, frame } = this.props;
    const failed = route.at === 'following' ? failedTitle(route) : state.failed;
    if (failed !== state.failed) frame.dispatch({ ...FOLLOWED, failed });
  }

  override componentWillUnmount(): void {
    this.#loop.dispatch({ type: 'left' });
  }

  #firstState(): RouteState {
    const { state, frame } = this.props;
    if (state.executed) storeExecuted(state.executed, frame.config.token);
    const kept = this.#memory.read();
    if (state.follows || state.payer === undefined) {
      return followOf(typeof kept === 'object' ? kept : undefined, []);
    }
    return { at: 'loading', notice: kept === 'open' ? 'left_open' : undefined };
  }

  #world(): RouteWorld {
    const { state, frame } = this.props;
    const { config, dispatch } = frame;
    return {
      config,
      api: openApi(config),
      routes: openRoutesApi(config),
      memory: this.#memory,
      link: state.link,
      payer: state.payer,
      safe: this.#safe,
      provider: (walletId) => this.#wallets.find(({ id }) => id === walletId)?.provider,
      signal: this.#loop.signal,
      dispatch: (event) => this.#loop.dispatch(event),
      dispatchPage: (event) => dispatch(event),
      warned,
    };
  }

  #enter(route: RouteState): void {
    const world = this.#world();
    switch (route.at) {
      case 'loading':
        void this.#loadOptions(world);
        break;
      case 'quoting':
        this.#refreshes = 0;
        void prepareRoute(world, route.source);
        break;
      case 'review':
        this.#refreshLater(world, route);
        if (route.opens) void this.#openAnnounced(world, route);
        break;
      case 'busy':
        if (route.doing === 'switching') void switchToSource(world, route.quote);
        if (route.doing === 'signing') void signRoute(world, route.quote);
        if (route.doing === 'approving') void followRouteApproval(world, route);
        break;
      case 'following':
        void followRoute(world, route.sent);
        break;
      default:
        break;
    }
  }

  /** Who pays is read each time: a wallet that was switched may name another account, or the same on another network. */
  async #loadOptions(world: RouteWorld): Promise<void> {
    const { payer, together } = this.props.state;
    if (payer === undefined) return;
    const { id } = payer.wallet;
    const provider = world.provider(id) ?? (await findPayingWallet(id));
    this.#safe = await findSafePayer(provider, payer, together);
    if (!world.signal.aborted) await loadOptions({ ...world, safe: this.#safe });
  }

  /** A price that grows too old while the payer reads is refreshed, for some minutes and while the page is seen. */
  #refreshLater(world: RouteWorld, { quote, isExpired, sent }: Reviewed): void {
    if (isExpired || sent !== undefined) return;
    runLater(world.signal, Math.max(0, quote.expiresAt - Date.now()), () => {
      this.#refreshes += 1;
      const isSeen = document.visibilityState === 'visible';
      if (this.#refreshes > REFRESHES_MAX || !isSeen) world.dispatch({ type: 'expired' });
      else void this.#refresh();
    });
  }

  /** The wallet opens for what an approval was for, once it was to be read; it is switched to no other network. */
  async #openAnnounced(world: RouteWorld, { quote }: Reviewed): Promise<void> {
    if (!(await whenShown(world.signal))) return;
    const { state: route } = this.#loop;
    const isThere = this.props.state.payer?.chainId === quote.source.network.chainId;
    if (isThere && route.at === 'review' && route.opens && !route.isExpired) this.#go();
  }

  /** Reads the price again; the step that was due stays due where the payer has approved enough. */
  readonly #refresh = async (): Promise<void> => {
    const { state: route } = this.#loop;
    if (route.at !== 'review') return;
    const world = this.#world();
    const event = await refreshRoute(world, route.quote);
    if (event === undefined || world.signal.aborted) return;
    world.dispatch(event.type === 'quoted' ? withPriceChange(event, route.quote) : event);
  };

  readonly #refreshByHand = (): void => {
    this.#refreshes = 0;
    void this.#refresh();
  };

  /** The one button of the review: the network is switched, or the wallet requested to sign. */
  readonly #go = (): void => {
    const { state: route } = this.#loop;
    const { payer } = this.props.state;
    if (route.at !== 'review' || payer === undefined) return;
    const isThere = payer.chainId === route.quote.source.network.chainId;
    const work = { doing: isThere ? 'signing' : 'switching' } as const;
    this.#loop.dispatch({ type: 'began', work });
  };

  override render() {
    const { state, frame } = this.props;
    const { route } = this.state;
    const leave = () => {
      if (route.at === 'following' && route.sent !== undefined) warned.add(route.sent.hash);
      frame.dispatch({ type: 'refresh' });
    };
    return route.at === 'following' ? (
      <Following route={route} link={state.link} frame={frame} onLeave={leave} />
    ) : (
      <RouteScreen
        route={route}
        state={state}
        frame={frame}
        safe={this.#safe}
        onPick={(source) => this.#loop.dispatch({ type: 'picked', source })}
        onChoose={() => this.#loop.dispatch({ type: 'choose' })}
        onGo={this.#go}
        onRefresh={this.#refreshByHand}
        onLeave={leave}
      />
    );
  }
}

/** Whether the work of a state begins anew, where the one before has the same name. */
function isAnew(before: RouteState, state: RouteState): boolean {
  if (before.at === 'review' && state.at === 'review') return before.quote !== state.quote;
  if (before.at === 'busy' && state.at === 'busy') return before.doing !== state.doing;
  if (before.at === 'following' && state.at === 'following') {
    return before.sent?.hash !== state.sent?.hash;
  }
  return before.at !== state.at;
}

/** A proposal that was executed is a payment from another network from then on. */
function storeExecuted({ own, hash, view }: Executed, token: string): void {
  const { source, safe: payer, walletId, isReported } = own;
  if (source === undefined) return;
  const sent = { ...source, payer, view, hash, walletId, at: Date.now(), isRecorded: isReported };
  openRouteMemory(token).write(sent);
  openMemory(token, Date.now).clear();
}
