import { Busy, Secondary, Title } from '../../ui/parts.tsx';
import { Explorer } from '../explorer.tsx';
import type { LaterFrame, LaterScreen } from '../parts.tsx';
import type { At } from '../places.ts';

/** The payment was sent; the chain and the API are asked until it counts. */
export const Confirming: LaterScreen<'confirming'> = ({ visit, frame }) => {
  const words = frame.words.confirming;
  const { link } = visit;
  const needed = neededOf(visit, frame);
  const mined = visit.confirmations !== undefined;
  const enough = visit.confirmations !== undefined && visit.confirmations >= (needed ?? 1);
  return (
    <>
      <Title>
        <Busy />
        {words.title}
      </Title>
      <ol class="steps">
        <li class="ready">{words.sent}</li>
        <li class={enough ? 'ready' : 'now'}>
          {visit.confirmations === undefined
            ? words.waiting
            : words.confirmations(visit.confirmations, needed)}
        </li>
        {enough && <li class="now">{words.settling}</li>}
      </ol>
      {visit.replaced && <p class="notice">{words.replaced}</p>}
      {visit.offline && <p class="notice">{words.offline}</p>}
      {!mined && !visit.lost && (
        <p>{words.typical(link.network.name, (link.network.blockTimeMs * (needed ?? 1)) / 1000)}</p>
      )}
      <p>{words.close}</p>
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

function neededOf(visit: At<'confirming'>, frame: LaterFrame): number | undefined {
  return frame.config.networks[visit.link.networkId]?.confirmations;
}
