import { LOCALE } from '../../ui/messages/en/language.ts';
import { Address, Secondary } from '../../ui/parts.tsx';
import { networkOf } from '../link.ts';
import { safeMessages as messages } from '../messages/en/safe.ts';
import type { At } from '../page-state.ts';
import type { LaterFrame } from '../parts.tsx';
import { giveUp } from './follow-proposal.ts';
import { proposalOf } from './read-proposal.ts';
import { SAFE_NETWORKS, unheldText } from './safe-networks.ts';

const MINUTE_MS = 60_000;

interface DetailsProps {
  readonly state: At<'proposed'>;
  readonly frame: LaterFrame;
}

/** Until when a proposal is waited for, where its owners sign it, and the way on where it holds nobody back. */
export function ProposalDetails({ state, frame }: DetailsProps) {
  const { own, body } = state;
  const proposal = proposalOf(body);
  const { isExecuted, until = own?.until, safe = own?.safe } = proposal;
  const source = own?.source && networkOf(own.source.networkId);
  const chainId = proposal.chainId ?? source?.chainId ?? state.link?.network.chainId;
  const isElsewhere = state.link !== undefined && chainId !== state.link.network.chainId;
  const queue = queueOf(frame.config.safeAppUrl, chainId, safe);
  const leftMs = (until ?? 0) - Date.now();
  const isUnheld = own !== undefined && body === undefined;
  return (
    <>
      {safe !== undefined && (
        <p class="fine">
          {messages.safe} <Address address={safe} />
        </p>
      )}
      {until !== undefined && leftMs > 0 && !isExecuted && (
        <p>{(isUnheld ? messages.untilOwn : messages.until)(timeText(until), leftText(leftMs))}</p>
      )}
      {isElsewhere && !isExecuted && <p>{messages.endsElsewhere}</p>}
      {own?.source && (
        <p class="fine">
          {messages.returnsTo} <Address address={own.source.refundTo} />
        </p>
      )}
      {isUnheld && <p>{unheldText(chainId)}</p>}
      {queue && (
        <a class="explorer" href={queue} target="_blank" rel="noopener noreferrer">
          {messages.queue}
          <span aria-hidden="true"> ↗</span>
        </a>
      )}
      {isUnheld && <Secondary onClick={giveUp}>{messages.startOver}</Secondary>}
    </>
  );
}

/** Where owners see what waits for them; undefined without the app, or where it does not have the network. */
function queueOf(app: string | undefined, chainId: number | undefined, safe = '') {
  const name = SAFE_NETWORKS[chainId ?? 0]?.shortName;
  if (app === undefined || name === undefined || !/^0x[0-9a-f]{40}$/i.test(safe)) return undefined;
  return `${app}/transactions/queue?safe=${name}:${safe}`;
}

function timeText(at: number): string {
  return new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeStyle: 'short' }).format(at);
}

/** Hours as long as there are some: nobody waits for the minute then. */
function leftText(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / MINUTE_MS);
  const [count, unit] = minutes < 120 ? [minutes, 'minute'] : [Math.floor(minutes / 60), 'hour'];
  return new Intl.NumberFormat(LOCALE, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
