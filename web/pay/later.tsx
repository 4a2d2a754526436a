import type { ComponentChildren } from 'preact';
import { chargedText } from './charged.ts';
import { isFinal, isSeen } from './finality.ts';
import type { Later, LaterFrame } from './parts.tsx';
import type { At, Notice, Spent, Visit } from './places.ts';
import { Asking } from './screens/asking.tsx';
import { Closed } from './screens/closed.tsx';
import { Confirming } from './screens/confirming.tsx';
import { Connecting } from './screens/connecting.tsx';
import { Done, isWhole } from './screens/done.tsx';
import { Empty } from './screens/empty.tsx';
import { Expired } from './screens/expired.tsx';
import { Limited } from './screens/limited.tsx';
import { Mismatch } from './screens/mismatch.tsx';
import { NotAllowed } from './screens/not-allowed.tsx';
import { Preparing } from './screens/preparing.tsx';
import { Switching } from './screens/switching.tsx';
import { Unknown } from './screens/unknown.tsx';
import { Unreachable } from './screens/unreachable.tsx';
import { Unsupported } from './screens/unsupported.tsx';
import { words } from './words/en.ts';

/** They come with the first calldata or the first receipt. */
let billed: typeof import('./billed.ts') | undefined;

/** Loads the screens with a bill and what they ask for; until then their places show nothing. */
export async function loadBilled(): Promise<typeof import('./billed.ts')> {
  billed ??= await import('./billed.ts');
  return billed;
}

/** What the page shows once a wallet is chosen; it is loaded after the first paint. */
export const later: Later = {
  screen: (visit, frame) => screenOf(visit, { ...frame, words }),
  announce: (visit) => ({
    text: announced(visit),
    alarm: visit.at === 'mismatch' ? words.mismatch.text(visit.problem) : '',
  }),
  notice: noticed,
  titleDone: words.titleDone,
};

function screenOf(visit: Visit, frame: LaterFrame): ComponentChildren {
  switch (visit.at) {
    case 'empty':
      return <Empty visit={visit} frame={frame} />;
    case 'unknown':
      return <Unknown visit={visit} frame={frame} />;
    case 'closed':
      return <Closed visit={visit} frame={frame} />;
    case 'unsupported':
      return <Unsupported visit={visit} frame={frame} />;
    case 'connecting':
      return <Connecting visit={visit} frame={frame} />;
    case 'asking':
      return <Asking visit={visit} frame={frame} />;
    case 'not_allowed':
      return <NotAllowed visit={visit} frame={frame} />;
    case 'preparing':
      return <Preparing visit={visit} frame={frame} />;
    case 'stale':
      return billed && <billed.Stale visit={visit} frame={frame} />;
    case 'unpayable':
      return billed && <billed.Unpayable visit={visit} frame={frame} />;
    case 'short':
      return billed && <billed.Short visit={visit} frame={frame} />;
    case 'no_gas':
      return billed && <billed.NoGas visit={visit} frame={frame} />;
    case 'review':
      return billed && <billed.Review visit={visit} frame={frame} />;
    case 'switching':
      return <Switching visit={visit} frame={frame} />;
    case 'signing':
      return billed && <billed.Signing visit={visit} frame={frame} />;
    case 'approving':
      return billed && <billed.Approving visit={visit} frame={frame} />;
    case 'confirming':
      return <Confirming visit={visit} frame={frame} />;
    case 'reverted':
      return billed && <billed.Reverted visit={visit} frame={frame} />;
    case 'mismatch':
      return <Mismatch visit={visit} frame={frame} />;
    case 'unreachable':
      return <Unreachable visit={visit} frame={frame} />;
    case 'limited':
      return <Limited visit={visit} frame={frame} />;
    case 'expired':
      return <Expired visit={visit} frame={frame} />;
    case 'done':
      return <Done visit={visit} frame={frame} billed={billed} />;
    default:
      return null;
  }
}

/** What a screen reader hears when the place changes by itself. */
function announced(visit: Visit): string {
  switch (visit.at) {
    case 'connect':
    case 'review':
      return spoken(visit);
    case 'asking':
      return words.asking;
    case 'not_allowed':
      return words.notAllowed.title;
    case 'preparing':
      return words.preparing;
    case 'signing':
      return words.confirmIn(visit.payer.wallet.name);
    case 'confirming':
      return spokenProgress(visit);
    case 'unreachable':
      return words.unreachable.title;
    case 'done':
      return spokenEnd(visit);
    default:
      return billed?.spokenBilled(visit) ?? '';
  }
}

/** A count that goes down with every block is not for the ear. */
function spoken(visit: At<'connect' | 'review'>): string {
  const { notice, spent } = visit;
  if (notice === undefined) return '';
  return noticed(isSeen(notice) ? 'seen' : notice, spent);
}

function spokenProgress({ vanished, confirmations }: At<'confirming'>): string {
  const { confirming } = words;
  if (vanished) return confirming.vanished;
  return confirmations === undefined
    ? confirming.title
    : confirming.confirmations(confirmations, undefined);
}

function spokenEnd({ link, statuses }: At<'done'>): string {
  const { title, partly, final } = words.done;
  const end = isWhole(link) ? title : partly;
  return isFinal(statuses) === true ? `${end}. ${final}` : end;
}

function noticed(notice: Notice, spent: Spent | undefined): string {
  if (typeof notice === 'object') return words.seen(notice);
  const said = words.notices[notice];
  return notice === 'declined' ? `${said} ${chargedText(spent)}` : said;
}
