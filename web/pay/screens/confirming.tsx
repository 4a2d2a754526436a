import { Busy, Secondary, Title } from '../../ui/parts.tsx';
import { Explorer } from '../explorer.tsx';
import type { LaterFrame, LaterScreen } from '../parts.tsx';
import type { At } from '../places.ts';

/** The payment was sent; the chain and the API are asked until it counts. */
export const Confirming: LaterScreen<'confirming'> = ({ visit, frame }) => {
  const words = frame.words.confirming;
  const { link } = visit;
  const needed = neededOf(visit, frame);
  const block = visit.block ?? visit.seen?.blockNumber;
  return (
    <>
      <Title>
        <Busy />
        {words.title}
      </Title>
      <ol class="steps">
        <li class="ready">{words.sent}</li>
        {block === undefined ? (
          <li class="now">{words.waiting}</li>
        ) : (
          <Progress visit={visit} frame={frame} block={block} needed={needed} />
        )}
      </ol>
      {visit.vanished && <p class="notice">{words.vanished}</p>}
      {visit.replaced && <p class="notice">{words.replaced}</p>}
      {visit.offline && <p class="notice">{words.offline}</p>}
      {block === undefined && !visit.lost && !visit.vanished && (
        <p>{words.typical(link.network.name, (link.network.blockTimeMs * (needed ?? 1)) / 1000)}</p>
      )}
      {!visit.vanished && <p>{words.close}</p>}
      <p>
        <Explorer link={link} hash={visit.sent.hash} frame={frame} />
      </p>
      {visit.lost && <p class="notice">{words.lost}</p>}
      {visit.lost && (
        <Secondary onClick={() => frame.tell({ type: 'start_over' })}>{words.startOver}</Secondary>
      )}
    </>
  );
};

interface ProgressProps {
  readonly visit: At<'confirming'>;
  readonly frame: LaterFrame;
  readonly block: number;
  readonly needed: number | undefined;
}

/** In which block it is, and what is missing until it counts. */
function Progress({ visit, frame, block, needed }: ProgressProps) {
  const words = frame.words.confirming;
  const { done, awaitsWord, enough } = progressOf(visit, needed);
  return (
    <>
      <li class="ready">{words.inBlock(block)}</li>
      <li class={enough ? 'ready' : 'now'}>
        {awaitsWord ? words.word : words.confirmations(done, needed)}
      </li>
      {enough && <li class="now">{words.settling}</li>}
    </>
  );
}

/** How many blocks it takes: what the API says of this payment goes before what holds for most. */
function neededOf({ link, seen }: At<'confirming'>, frame: LaterFrame): number | undefined {
  return seen === undefined ? frame.config.networks[link.networkId]?.confirmations : seen.blocks;
}

/** How far a payment is that a block holds; the wallet may have seen more than the API, or less. */
function progressOf({ confirmations = 0, seen }: At<'confirming'>, needed: number | undefined) {
  const told = (seen?.blocks ?? 0) - (seen?.blocksLeft ?? 0);
  const done = Math.max(confirmations, told, 1);
  const awaitsWord = needed === undefined && seen !== undefined;
  return { done, awaitsWord, enough: needed !== undefined && done >= needed };
}
