import { Component } from 'preact';
import { openApi } from '../../api/client.ts';
import { member } from '../../engine/members.ts';
import { Secondary } from '../../ui/parts.tsx';
import { isFramed } from '../../wallet/is-framed.ts';
import { crosschainMessages as messages } from '../messages/en/crosschain.ts';
import type { At } from '../page-state.ts';
import { type LaterFrame, money } from '../parts.tsx';
import { findPayingWallet, findSafePayer } from './paying-wallet.ts';
import { isOpen, readIntents } from './payment-intents.ts';
import { readOffered } from './quote-route.ts';
import type { SafePayer } from './safe-payer.ts';
import { openRouteMemory } from './sent-route.ts';
import {
  isRouteGoal,
  readSourceOptions,
  type SourceOption,
  unlistedSources,
} from './source-options.ts';

/** A network that was slow to answer is left out of what the wallet could pay with, so that is read again: after 4, 8, 16, 32 and 64 seconds. */
const AGAIN_MS = 4_000;
const READS_MAX = 6;

interface OfferProps {
  readonly state: At<'review' | 'short' | 'no_gas'>;
  readonly frame: LaterFrame;
}

interface Offered {
  /** The token that would pay for the least; undefined without any. */
  readonly best: SourceOption | undefined;
  /** Whether it is a bundle, which routes may pay, or a Safe has tokens there that no option names; what the wallet holds is read once a token is chosen. */
  readonly isOffered: boolean;
  /** Whether another payment of the link may still arrive. */
  readonly isOnItsWay: boolean;
}

/** Within another page a Safe signs on its own network alone. */
function isHere(safe: SafePayer | undefined, chainId: number): boolean {
  return safe === undefined || !isFramed() || safe.chainId === chainId;
}

/** The way to other networks, where the wallet has something there that could pay. */
export class Offer extends Component<OfferProps, Offered> {
  override state: Offered = { best: undefined, isOffered: false, isOnItsWay: false };
  #isGone = false;

  override componentDidMount(): void {
    void this.#read();
  }

  override componentWillUnmount(): void {
    this.#isGone = true;
  }

  async #read(reads = 1): Promise<void> {
    const { state, frame } = this.props;
    const { link, payer } = state;
    if (link.kind === 'single' && !isRouteGoal(link)) return;
    if (this.#isGone) return;
    const safe = link.kind === 'single' ? await this.#readSafe() : undefined;
    const { config } = frame;
    const answer = await readOffered({ api: openApi(config), safe }, payer.address);
    if (this.#isGone) return;
    // What is refused stays refused; too many calls and a server that is away pass.
    const isPassing = answer.status === 0 || answer.status >= 429;
    if (isPassing) this.#readLater(reads);
    if (answer.status !== 200) return;
    const options = readSourceOptions(link, answer.body);
    const best = options.find(
      ({ canPay, network: { chainId } }) => canPay && isHere(safe, chainId),
    );
    const { networks } = config;
    const others = safe && unlistedSources(safe, { link, networks, options });
    const hasOthers = others !== undefined && others.length > 0;
    const isBundle =
      link.kind === 'multicall' && member(answer.body, 'executionKind') !== 'evm_same_chain';
    const isOffered = isBundle || hasOthers;
    this.setState({ best, isOffered, isOnItsWay: readIntents(answer.body).some(isOpen) });
    if (!best && !isOffered) this.#readLater(reads);
  }

  #readLater(reads: number): void {
    if (reads < READS_MAX)
      setTimeout(() => void this.#read(reads + 1), AGAIN_MS * 2 ** (reads - 1));
  }

  async #readSafe() {
    const { payer, together } = this.props.state;
    return await findSafePayer(await findPayingWallet(payer.wallet.id), payer, together);
  }

  override render() {
    const { best, isOffered, isOnItsWay } = this.state;
    const { state, frame } = this.props;
    const isLeftOpen = openRouteMemory(frame.config.token).read() === 'open';
    return (
      <>
        {isLeftOpen && <p class="notice">{messages.notices.left_open}</p>}
        {isOnItsWay && (
          <p class="notice" role="status">
            {messages.offer.onItsWay}
          </p>
        )}
        {(best ?? isOffered) && (
          <>
            <Secondary
              onClick={() =>
                frame.dispatch({ type: 'crosschain', link: state.link, follows: false })
              }
            >
              {messages.offer.button}
            </Secondary>
            {best && (
              <p class="fine after">
                {messages.offer.text(
                  money({ asset: best.asset, units: best.neededUnits }),
                  best.network.name,
                )}
              </p>
            )}
          </>
        )}
      </>
    );
  }
}
