import { Component } from 'preact';
import { openApi } from '../../api/client.ts';
import { member } from '../../engine/members.ts';
import { Secondary } from '../../ui/parts.tsx';
import { crosschainMessages as messages } from '../messages/en-crosschain.ts';
import type { At } from '../page-state.ts';
import { type LaterFrame, money } from '../parts.tsx';
import { isOpen, readIntents } from './payment-intents.ts';
import { openRouteMemory } from './sent-route.ts';
import { isRouteGoal, readSourceOptions, type SourceOption } from './source-options.ts';

/** A network that was slow to answer is left out of what the wallet could pay with, so that is read again. */
const AGAIN_MS = 4_000;

interface OfferProps {
  readonly state: At<'review' | 'short' | 'no_gas'>;
  readonly frame: LaterFrame;
}

interface Offered {
  /** The token that would pay for the least; undefined without any. */
  readonly best: SourceOption | undefined;
  /** Whether it is a bundle, which routes may pay; what the wallet holds for it is read once a token is chosen. */
  readonly isBundle: boolean;
  /** Whether another payment of the link may still arrive. */
  readonly isOnItsWay: boolean;
}

/** The way to other networks, where the wallet has something there that could pay. */
export class Offer extends Component<OfferProps, Offered> {
  override state: Offered = { best: undefined, isBundle: false, isOnItsWay: false };
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
    const answer = await openApi(frame.config).view(payer.address);
    if (this.#isGone || answer.status !== 200) return;
    const best = readSourceOptions(link, answer.body).find(({ canPay }) => canPay);
    const isBundle =
      link.kind === 'multicall' && member(answer.body, 'executionKind') !== 'evm_same_chain';
    this.setState({ best, isBundle, isOnItsWay: readIntents(answer.body).some(isOpen) });
    if (!best && !isBundle && reads < 3) setTimeout(() => void this.#read(reads + 1), AGAIN_MS);
  }

  override render() {
    const { best, isBundle, isOnItsWay } = this.state;
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
        {(best ?? isBundle) && (
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
