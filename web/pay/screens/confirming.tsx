import { Secondary, Title, Waiting } from '../../ui/parts.tsx';
import { Explorer } from '../explorer.tsx';
import type { At } from '../page-state.ts';
import type { LaterFrame, LaterScreen } from '../parts.tsx';

/** The payment was sent; the chain and the API are polled until it counts. */
export const Confirming: LaterScreen<'confirming'> = ({ state, frame }) => {
  const messages = frame.messages.confirming;
  const { link, relay } = state;
  // Until the page knows more, what it sends itself counts as not sent.
  const isTaken = relay?.isTaken ?? link.networkId !== 'tron';
  const needed = neededOf(state, frame);
  const block = state.block ?? state.seen?.blockNumber;
  return (
    <>
      {relay?.title === undefined ? (
        <Waiting text={messages.title} />
      ) : (
        <Title>{relay.title}</Title>
      )}
      <ol class="steps" hidden={relay?.title !== undefined}>
        {isTaken && <li class="ready">{messages.sent}</li>}
        {block === undefined ? (
          <li class="now">{isTaken ? messages.waiting : messages.relaying}</li>
        ) : (
          <Progress state={state} frame={frame} block={block} needed={needed} />
        )}
      </ol>
      {block === undefined && relay?.text && <p class="notice">{relay.text}</p>}
      {state.vanished && <p class="notice">{messages.vanished}</p>}
      {state.replaced && <p class="notice">{messages.replaced}</p>}
      {state.offline && <p class="notice">{messages.offline}</p>}
      {isTaken && <OnItsWay state={state} frame={frame} />}
      {state.lost && <p class="notice">{messages.lost}</p>}
      {state.lost && (
        <Secondary onClick={() => frame.dispatch({ type: 'start_over' })}>
          {messages.startOver}
        </Secondary>
      )}
    </>
  );
};

/** What a payer may do meanwhile, and how long it usually takes until the payment counts. */
const OnItsWay: LaterScreen<'confirming'> = ({ state, frame }) => {
  const messages = frame.messages.confirming;
  const { link, lost, vanished, block = state.seen?.blockNumber } = state;
  const { name, blockTimeMs, blocksToCount = 1 } = link.network;
  const seconds = (blockTimeMs * (neededOf(state, frame) ?? blocksToCount)) / 1000;
  return (
    <>
      {block === undefined && !lost && !vanished && <p>{messages.typical(name, seconds)}</p>}
      {!vanished && <p>{messages.close}</p>}
      <p>
        <Explorer link={link} hash={state.sent.hash} frame={frame} />
      </p>
    </>
  );
};

interface ProgressProps {
  readonly state: At<'confirming'>;
  readonly frame: LaterFrame;
  readonly block: number;
  readonly needed: number | undefined;
}

/** In which block it is, and what is missing until it counts. */
function Progress({ state, frame, block, needed }: ProgressProps) {
  const messages = frame.messages.confirming;
  const { done, awaitsApi, enough } = progressOf(state, needed);
  return (
    <>
      <li class="ready">{messages.inBlock(block)}</li>
      <li class={enough ? 'ready' : 'now'}>
        {awaitsApi ? messages.word : messages.confirmations(done, needed)}
      </li>
      {enough && <li class="now">{messages.settling}</li>}
    </>
  );
}

/** How many blocks it takes: the API's number for this payment has priority over the usual one. */
function neededOf({ link, seen }: At<'confirming'>, frame: LaterFrame): number | undefined {
  return seen === undefined ? frame.config.networks[link.networkId]?.confirmations : seen.blocks;
}

/** How far a payment is that a block holds; the wallet may have seen more than the API, or less. */
function progressOf({ confirmations = 0, seen }: At<'confirming'>, needed: number | undefined) {
  const answer = (seen?.blocks ?? 0) - (seen?.blocksLeft ?? 0);
  const done = Math.max(confirmations, answer, 1);
  const awaitsApi = needed === undefined && seen !== undefined;
  return { done, awaitsApi, enough: needed !== undefined && done >= needed };
}
